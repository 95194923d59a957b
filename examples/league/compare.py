"""Answers the questions of questions.sql with DuckDB, and those about the standings once more from `fowlplay score --json` of every
log, one by one; says whether Spark's answers, DuckDB's and the score sheets are the same, row by row.

    python compare.py FOWLPLAY LOGS WORK

WORK holds players.csv, items.jsonl, and the answers of job.py in `spark`.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb


def in_order(rows):
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def answers(work):
    """What DuckDB says."""
    before = Path.cwd()
    os.chdir(work)
    database = duckdb.connect()
    database.execute(Path(__file__).with_name("questions.sql").read_text())
    told = {}
    for name in ["standings", "ahead", "best"]:
        answer = database.execute(f"select * from {name}")
        columns = [column[0] for column in answer.description]
        told[name] = in_order([dict(zip(columns, row)) for row in answer.fetchall()])
    os.chdir(before)
    return told


def standings(program, logs):
    """What the score sheets say, with no table between."""
    paths = sorted(Path(logs).rglob("*.toml"))
    seen, first = set(), []
    for path in paths:
        content = path.read_bytes()
        if content not in seen:
            seen.add(content)
            first.append(path)

    def score(path):
        done = subprocess.run([program, "score", "--json", path], capture_output=True)
        return json.loads(done.stdout) if done.returncode == 0 else None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        scores = [score for score in pool.map(score, first) if score and score["complete"]]
    rows = {}
    for score in scores:
        for player in score["players"]:
            row = rows.setdefault((score["game"], player["name"]), {"games": 0, "wins": 0, "points": 0})
            row["games"] += 1
            row["wins"] += player["winner"]
            row["points"] += player["total"] or 0
    return in_order([{"game": game, "name": name, **row} for (game, name), row in rows.items()])


def main(program, logs, work):
    duck = answers(work)
    spark = {name: json.loads(Path(work, "spark", f"{name}.json").read_text()) for name in duck}
    sheets = standings(program, logs)
    same = True
    for name, rows in duck.items():
        agrees = rows == spark[name] and (name != "standings" or rows == sheets)
        told = "the same" if agrees else "NOT the same"
        with_sheets = ", the score sheets" if name == "standings" else ""
        print(f"{name}: {len(rows)} rows, {told} by DuckDB, Spark{with_sheets}")
        same &= agrees and len(rows) > 0
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
