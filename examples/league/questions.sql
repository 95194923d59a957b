-- The same questions as in job.py, for DuckDB, over tables that were exported to files:
--
--     fowlplay export logs --table players -o players.csv
--     fowlplay export logs --table items -o items.jsonl
--
-- In CSV a text that a spreadsheet would run has an apostrophe before it; `told` takes it away again.

create or replace macro told(cell) as regexp_replace(cell, '^''(''*[=+\-@\t\r\n])', '\1');

create or replace view over as
    select game_id, game, told(name) as name, total, rank, winner
    from read_csv('players.csv', header = true, types = {'game_id': 'varchar', 'name': 'varchar', 'total': 'integer'})
    where rank is not null;

-- Who wins, and with how much?
create or replace view standings as
    select game, name, count(*) as games, count(*) filter (winner) as wins, sum(total) as points
    from over group by game, name;

-- Who finishes before whom?
create or replace view ahead as
    select one.name as name, other.name as other, count(*) as games,
        count(*) filter (one.rank < other.rank) as ahead, count(*) filter (one.rank > other.rank) as behind
    from over as one join over as other using (game_id)
    where one.name < other.name group by all;

-- What was the most that anything brought?
create or replace view best as
    select kind, count(*) as times, max(points) as most, sum(points) as points
    from read_json('items.jsonl', format = 'newline_delimited') group by kind;
