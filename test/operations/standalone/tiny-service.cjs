// Ready at once when it has DATABASE_URL (the api does); answers what it was given; ends on SIGTERM, noting whether its database still listened.
const { appendFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { connect } = require('node:net');
const { join } = require('node:path');

const isApi = process.env.DATABASE_URL !== undefined;
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3);
  const { DATABASE_URL, NATS_URL, SMTP_URL, SMTP_URL_FILE, PORT_FILE, PLATFORM_API_URL, WEBHOOK_TARGETS, DATA_DIR, APP_URL, LEASH } =
    process.env;
  const fromFiles = { SMTP_URL, SMTP_URL_FILE, PORT_FILE };
  response.end(
    JSON.stringify({ pid: process.pid, DATABASE_URL, NATS_URL, ...fromFiles, PLATFORM_API_URL, WEBHOOK_TARGETS, DATA_DIR, APP_URL, LEASH }),
  );
});
server.listen(Number(isApi ? process.env.PORT : process.env.SIMULATORS_PORT), '127.0.0.1');

process.stdin.resume();
process.on('SIGTERM', () => {
  if (!isApi) process.exit(0);
  const socket = connect(Number(new URL(process.env.DATABASE_URL).port), '127.0.0.1');
  const end = (answer) => {
    appendFileSync(join(process.env.DATA_DIR, 'ends'), `${answer}\n`);
    process.exit(0);
  };
  socket.once('connect', () => end('the database still listened'));
  socket.once('error', () => end('the database was gone'));
});
