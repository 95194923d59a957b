"""Asks questions of a league's logs on Apache Spark: every partition of them is piped through `fowlplay export -`.

    spark-submit job.py FOWLPLAY LOGS OUT [CORES]

FOWLPLAY is the program, on every machine; LOGS a folder of logs, any depth; OUT a folder for the answers, a JSON file each.
Nothing of the rules is known here: logs go in as JSON, a line each, and rows come out.
"""

import hashlib
import json
import shlex
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

# The columns that are asked for, as `fowlplay export --help` tells them.
PLAYERS = "game_id string, game string, name string, seat int, total int, rank int, winner boolean"
ITEMS = "game_id string, name string, kind string, label string, points int"


def as_line(log):
    """A log as the program reads it. What isn't UTF-8 is told as no log."""
    file, content = log
    return json.dumps({"file": file, "text": bytes(content).decode("utf-8", "replace")})


def digest(line):
    """Copies have the same, and meet in one partition: there the program tells the second as a copy."""
    text = json.loads(line)["text"]
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def main(program, logs, out, cores="2"):
    # RAYON_NUM_THREADS: Spark runs as many programs as there are cores, and each needs one.
    spark = (
        SparkSession.builder.master(f"local[{cores}]")
        .appName("fowlplay league")
        .config("spark.executorEnv.RAYON_NUM_THREADS", "1")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    parts = 4 * int(cores)
    files = spark.sparkContext.binaryFiles(f"{logs}/*/*.toml", parts)
    lines = files.map(as_line).keyBy(digest).partitionBy(parts).values().cache()

    def table(name, columns):
        # The exit status is 2 where a log can't be read: that is told in the table `games`, and the rest goes on.
        command = f"{shlex.quote(program)} export - --format jsonl --table {name}"
        rows = lines.pipe(command, env={"RAYON_NUM_THREADS": "1"}, checkCode=False)
        return spark.read.schema(columns).json(rows)

    players = table("players", PLAYERS).cache()
    items = table("items", ITEMS)
    over = players.where("rank is not null")

    # Who wins, and with how much?
    standings = over.groupBy("game", "name").agg(
        f.count("*").alias("games"),
        f.sum(f.col("winner").cast("int")).alias("wins"),
        f.sum("total").alias("points"),
    )
    # Who finishes before whom?
    one, other = over.alias("one"), over.alias("other")
    met = one.join(other, "game_id").where("one.name < other.name").groupBy(
        f.col("one.name").alias("name"), f.col("other.name").alias("other")
    )
    ahead = met.agg(
        f.count("*").alias("games"),
        f.sum((f.col("one.rank") < f.col("other.rank")).cast("int")).alias("ahead"),
        f.sum((f.col("one.rank") > f.col("other.rank")).cast("int")).alias("behind"),
    )
    # What was the most that anything brought?
    best = items.groupBy("kind").agg(f.count("*").alias("times"), f.max("points").alias("most"), f.sum("points").alias("points"))

    Path(out).mkdir(parents=True, exist_ok=True)
    for name, answer in {"standings": standings, "ahead": ahead, "best": best}.items():
        rows = sorted((row.asDict() for row in answer.collect()), key=lambda row: json.dumps(row, sort_keys=True))
        Path(out, f"{name}.json").write_text(json.dumps(rows, sort_keys=True, indent=1))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
