"""Asks the questions of questions.sql on Apache Spark: partitions of a league's logs are piped through `fowlplay export -`.

    python job.py FOWLPLAY LOGS OUT CORES

FOWLPLAY is the program, on every machine; LOGS a folder of logs, any depth; OUT a folder for the answers, a JSON file each.
On a cluster `spark-submit --master` says where it runs, instead of CORES. Nothing of the rules is known here: logs go in as
JSON, a line each, and rows come out.
"""

import json
import shlex
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

# The columns that are asked for, as `fowlplay export --help` tells them.
PLAYERS = "game_id string, game string, name string, total int, rank int, winner boolean"
ITEMS = "game_id string, kind string, points int"


def main(program, logs, out, cores=None):
    spark = SparkSession.builder.appName("fowlplay league").config("spark.ui.enabled", "false")
    # Logs are small, and thousands of them make a partition.
    spark = spark.config("spark.sql.files.openCostInBytes", 1 << 14)
    if cores:
        spark = spark.master(f"local[{cores}]").config("spark.sql.shuffle.partitions", cores)
    spark = spark.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    files = spark.read.option("recursiveFileLookup", True).option("pathGlobFilter", "*.toml").text(logs, wholetext=True)
    log = f.struct(f.input_file_name().alias("file"), f.col("value").alias("text"))
    # By their text, so that equal logs meet in one partition, where the program counts them once. Copies with other texts may not meet.
    lines = files.select(f.to_json(log).alias("line"), "value").repartition(4 * spark.sparkContext.defaultParallelism, "value")
    lines = lines.select("line").rdd.map(lambda row: row.line).cache()

    def table(name, columns):
        command = f"{shlex.quote(program)} export - --format jsonl --table {name}"
        # A program for each core, and one thread for each program. An exit status of 2 only says that some logs can't be read.
        rows = lines.pipe(command, env={"RAYON_NUM_THREADS": "1"})
        return spark.read.schema(columns).json(rows)

    finished = table("players", PLAYERS).where("rank is not null").cache()
    one, other = finished.alias("one"), finished.alias("other")
    answers = {
        "standings": finished.groupBy("game", "name").agg(
            f.count("*").alias("games"),
            f.count_if("winner").alias("wins"),
            f.avg("total").alias("average"),
            f.max("total").alias("best"),
            f.min("total").alias("worst"),
        ),
        "ahead": one.join(other, ["game_id", "game"])
        .where("one.name < other.name")
        .groupBy("game", f.col("one.name").alias("name"), f.col("other.name").alias("other"))
        .agg(
            f.count("*").alias("games"),
            f.count_if(f.expr("one.rank < other.rank")).alias("ahead"),
            f.count_if(f.expr("one.rank > other.rank")).alias("behind"),
        ),
        "best": table("items", ITEMS)
        .where("kind not in ('merchant', 'blacksmith')")
        .join(finished.select("game_id", "game").distinct(), "game_id")
        .groupBy("game", "kind")
        .agg(f.max("points").alias("most")),
    }
    Path(out).mkdir(parents=True, exist_ok=True)
    for name, answer in answers.items():
        rows = [row.asDict() for row in answer.collect()]
        Path(out, f"{name}.json").write_text(json.dumps(rows, indent=1))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
