import { randomToken, startChild, findFreePort, waitUntil } from '@pps/embedded';
import { migrateAt, openDatabase } from '@pps/read-store';
import { natsAddress, openWorkQueue } from '@pps/work-queue';
import { connect } from 'nats';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { allMigrations } from '../../apps/foundation/all-migrations';
import { findNatsBinary } from '../../libs/embedded/start-nats';
import { newDatabaseName, onTestServer } from '../setup/fresh-database';

const root = resolve(__dirname, '../..');
const { configs } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  configs: Record<string, { file: string }>;
};
const contentOf = (name: string) => readFileSync(join(root, configs[name]?.file ?? ''), 'utf8');

it('the owner of the database that Compose makes is no superuser and can make every table', async () => {
  const [, sql = ''] = /<<'SQL'\n(.*)\nSQL/s.exec(contentOf('database-owner')) ?? [];
  const statements = sql.split(';').filter((statement) => /\bpins\b/.test(statement) && !statement.includes('analyst'));
  expect(statements).toHaveLength(3);
  const name = newDatabaseName();
  await onTestServer(async (client, urlOf) => {
    for (const statement of statements) await client.query(statement.replace(/\bpins\b/g, name).replace(":'password'", `'${name}'`));
    const url = Object.assign(new URL(urlOf(name)), { username: name, password: name }).href;
    await migrateAt(url, allMigrations);
    const db = openDatabase(url, 2);
    const { rows } = await db.raw<{ rows: object[] }>(
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    );
    await db.destroy();
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false };
    expect(rows).toEqual([none]);
    await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role ${name}`);
  });
});

it('nats-server takes the configuration of Compose, and then only its user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-nats-'));
  const port = await findFreePort();
  const file = join(folder, 'nats.conf');
  writeFileSync(
    file,
    contentOf('queue')
      .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
      .replace('127.0.0.1:8222', '127.0.0.1:-1')
      .replace('"/data"', JSON.stringify(folder)),
  );
  // As Compose puts it: digits alone would be a number.
  const password = 'p1234567890';
  const quiet = () => undefined;
  const command = await findNatsBinary({ log: quiet });
  const env = { PATH: process.env.PATH, NATS_PASSWORD: password };
  const server = startChild({ command, args: ['-c', file], env, stopSignal: 'SIGINT', stdout: quiet, stderr: quiet });
  const url = `nats://pins:${password}@127.0.0.1:${port}`;
  const queue = openWorkQueue(url, quiet);
  try {
    await waitUntil('nats-server', 120_000, server, async () => (await queue.trouble()) === null);
    await expect(connect({ servers: `127.0.0.1:${port}`, timeout: 60_000 })).rejects.toThrow(/authorization/i);
    await expect(connect({ ...natsAddress(url), pass: 'p1', timeout: 60_000 })).rejects.toThrow(/authorization/i);
  } finally {
    await queue.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['makes the user', 201, ['/users/']],
  ['gives the user that exists the password', 409, ['/users/', '/users/pins/command/reset-password']],
])('event-store-user.mjs %s by the administrator\u2019s interface', async (_, status, paths) => {
  const requests: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      requests.push({ path: request.url, authorization, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(request.url === '/users/' ? status : 200).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const [adminPassword, password] = [randomToken(), randomToken()];
  const given = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, adminPassword, user: 'pins', password };
  const script = `import { makeUser } from ${JSON.stringify(join(root, 'scripts/event-store-user.mjs'))}; await makeUser(${JSON.stringify(given)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  server.close();
  expect(requests.map(({ path }) => path)).toEqual(paths);
  const basic = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  expect(requests.map(({ authorization }) => authorization)).toEqual(paths.map(() => basic));
  expect(requests[0]?.body).toEqual({ loginName: 'pins', fullName: 'Pin Publishing Service', groups: [], password });
  if (requests[1]) expect(requests[1].body).toEqual({ newPassword: password });
});
