-- Questions about a league, for DuckDB, over two tables of its logs:
--
--     fowlplay export logs --table players -o players.csv
--     fowlplay export logs --table items -o items.jsonl
--
-- In CSV a text that a spreadsheet would run has an apostrophe before it; `told` takes it away again.

create or replace macro told(cell) as regexp_replace(cell, '^''(''*[=+\-@\t\r\n])', '\1');

-- A row for each player of a game that is over.
create or replace view finished as
    select game_id, game, told(name) as name, total, rank, winner
    from read_csv('players.csv', types = {'game_id': 'varchar', 'name': 'varchar', 'total': 'integer'})
    where rank is not null;

-- Who wins, and with how much?
create or replace view standings as
    select game, name, count(*) as games, count(*) filter (winner) as wins,
        avg(total) as average, max(total) as best, min(total) as worst
    from finished group by all;

-- Who finishes before whom?
create or replace view ahead as
    select game, one.name as name, other.name as other, count(*) as games,
        count(*) filter (one.rank < other.rank) as ahead, count(*) filter (one.rank > other.rank) as behind
    from finished as one join finished as other using (game_id, game)
    where one.name < other.name group by all;

-- What is the most that a thing of each kind has brought? `stats` names the best of what tells how it came about: merchants and
-- blacksmiths don't.
create or replace view best as
    select game, kind, max(points) as most
    from read_json('items.jsonl', format = 'newline_delimited')
        join (select distinct game_id, game from finished) using (game_id)
    where kind not in ('merchant', 'blacksmith') group by all;
