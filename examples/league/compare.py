"""Whether DuckDB, Spark and `fowlplay stats` answer the questions of questions.sql alike, row by row.

    python compare.py WORK

WORK is a folder with players.csv and items.jsonl for DuckDB, the answers of job.py in `spark`, and stats.json.
"""

import json
import sys
from pathlib import Path

import duckdb

QUESTIONS = ["standings", "ahead", "best"]


def by_duckdb(work):
    database = duckdb.connect(config={"file_search_path": work})
    database.execute(Path(__file__).with_name("questions.sql").read_text())
    answers = {}
    for name in QUESTIONS:
        answer = database.execute(f"select * from {name}")
        columns = [column[0] for column in answer.description]
        answers[name] = [dict(zip(columns, row)) for row in answer.fetchall()]
    return answers


def by_spark(work):
    return {name: json.loads(Path(work, "spark", f"{name}.json").read_text()) for name in QUESTIONS}


def by_stats(work):
    """The same rows, out of what `stats` tells."""
    rows = {name: [] for name in QUESTIONS}
    for told in json.loads(Path(work, "stats.json").read_text())["by_game"]:
        game = told["game"]
        for player in told["players"]:
            [totals] = player["totals"]
            of_totals = {name: totals[name] for name in ["average", "best", "worst"]}
            rows["standings"].append({"game": game, **{name: player[name] for name in ["name", "games", "wins"]}, **of_totals})
        for pair in told["head_to_head"]:
            # Who stands first in a pair is another question.
            (name, ahead), (other, behind) = sorted(zip(pair["players"], pair["ahead"]))
            met = {"games": pair["games"], "ahead": ahead, "behind": behind}
            rows["ahead"].append({"game": game, "name": name, "other": other, **met})
        for best in told["best"]:
            rows["best"].append({"game": game, "kind": best["kind"], "most": best["points"]})
    return rows


def main(work):
    told = {"DuckDB": by_duckdb(work), "Spark": by_spark(work), "stats": by_stats(work)}
    same = True
    for question in QUESTIONS:
        rows = {teller: sorted(json.dumps(row, sort_keys=True) for row in answers[question]) for teller, answers in told.items()}
        wanted = rows["stats"]
        print(f"{question}: {len(wanted)} rows by stats")
        for teller in ["DuckDB", "Spark"]:
            apart = sorted(set(rows[teller]) ^ set(wanted))
            is_same = rows[teller] == wanted and len(wanted) > 0
            print(f"  {teller}: {len(rows[teller])} rows, {'the same' if is_same else 'NOT the same'}", *apart[:4], sep="\n    ")
            same &= is_same
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
