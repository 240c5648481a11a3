#!/usr/bin/env bash
# PostgreSQL 17.5 (PGlite 0.3.14): a prepared statement that is given a list is planned anew each time, for ever, as long as its lists are short.
# Guess: it is planned for its values five times, then once for all, as a plan by a primary key is the same for one id and for three.
# Seen: for a list whose length it cannot see PostgreSQL expects ten rows, so the plan of one id always looks cheaper than the plan for all: after 50
# executions of `= any($1)`, and of a join with `unnest($1)`, 50 plans were made. With `array(select unnest($1))` in the place of `$1` it does not see the
# length of the first five either: 5 plans were made and one of them kept for 45 executions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @electric-sql/pglite@0.3.14
cat >plans.mjs <<'PROGRAM'
import { PGlite } from '@electric-sql/pglite';

const statements = {
  found_by_list: 'select name from item where id = any($1)',
  joined_with_list: 'select name from unnest($1) asked (id) join item using (id)',
  found_by_hidden_list: 'select name from item where id = any(array(select unnest($1)))',
  joined_with_hidden_list: 'select name from unnest(array(select unnest($1))) asked (id) join item using (id)',
};
const db = new PGlite();
await db.exec(`create table item (id int primary key, name text);
  insert into item select n, 'door' from generate_series(1, 100000) n; analyze item`);
for (const [name, text] of Object.entries(statements)) {
  await db.exec(`prepare ${name} (int[]) as ${text}`);
  for (let times = 0; times < 50; times += 1) await db.exec(`execute ${name} ('{7}')`);
}
const { rows } = await db.query(
  `select name, custom_plans::int as made_for_values, generic_plans::int as kept from pg_prepared_statements order by name`,
);
for (const row of rows) console.log(JSON.stringify(row));
const made = rows.map(({ made_for_values: each }) => each).join(' ');
if (made !== '5 50 5 50') {
  console.error('changed');
  process.exit(1);
}
PROGRAM
node plans.mjs
