import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { putCluster } from '../../test/setup/put-cluster';
import { findFreePort, processIdentityOf, startPostgres, type Part } from './index';
import { nativeFolder } from './postgres-binaries';
import type { PostgresUserStrategy } from './postgres-user';

let folder: string;
const started: Part[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  for (const part of started.splice(0)) await part.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A cluster in the test's folder where how it is made is not asked. */
function copiedCluster(): string {
  putCluster(folder);
  return join(folder, 'postgres');
}

async function start(dataDir: string, strategies?: PostgresUserStrategy[], native?: string): Promise<Part> {
  const part = await startPostgres({ dataDir, ...(strategies ? { strategies, socket: true } : {}), ...(native ? { native } : {}) });
  started.push(part);
  return part;
}

async function ask(part: Part, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: part.url, connectionTimeoutMillis: 120_000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  it('listens on the loopback address only, asks for its password and keeps that file to us', async () => {
    const part = await start(join(folder, 'postgres'));
    expect(await ask(part, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await ask(part, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(part, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    await expect(ask({ ...part, url: part.url.replace(/:[^:@]+@/, ':wrong@') }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    expect(statSync(join(folder, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  it('takes 48 MB for pages of all connections and its connections give back what they freed (Linux)', async () => {
    const part = await start(copiedCluster());
    expect(await ask(part, 'show shared_buffers')).toEqual([{ shared_buffers: '48MB' }]);
    const environment = readFileSync(`/proc/${part.pid}/environ`, 'utf8').split('\0');
    expect(environment).toEqual(expect.arrayContaining(['MALLOC_MMAP_THRESHOLD_=32768', 'MALLOC_TRIM_THRESHOLD_=65536']));
  });

  it('listens on a socket in its folder too where it is asked to, also after a kill left one there', async () => {
    const dataDir = copiedCluster();
    const first = await startPostgres({ dataDir, socket: true });
    started.push(first);
    const byTcp = { ...first, url: first.url.replace(/\?.*/, '') };
    const address = 'select inet_server_addr() is null as "bySocket"';
    expect(await ask(first, address)).toEqual([{ bySocket: true }]);
    expect(await ask(byTcp, address)).toEqual([{ bySocket: false }]);
    const wrong = { ...first, url: first.url.replace(/:[^:@]+@/, ':wrong@') };
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    first.kill('SIGKILL');
    await first.ended;
    // A process that lives has the number that the lock of the socket names.
    writeFileSync(join(dataDir, `.s.PGSQL.${first.port}.lock`), `${process.pid}\n${dataDir}\n0\n${first.port}\n${dataDir}\n`);
    const second = await startPostgres({ dataDir, socket: true, port: first.port });
    started.push(second);
    expect(second.url).toBe(first.url);
    expect(await ask(second, address)).toEqual([{ bySocket: true }]);
  });

  it('listens on TCP alone where the path of a socket would be too long', async () => {
    const deep = join(folder, 'a'.repeat(90));
    mkdirSync(deep, { mode: 0o711 });
    putCluster(deep);
    const part = await startPostgres({ dataDir: join(deep, 'postgres'), socket: true });
    started.push(part);
    expect(part.url).not.toContain('?');
    expect(await ask(part, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  });

  it('finds its rows after kill -9 on a port that was asked for', async () => {
    const port = await findFreePort();
    const dataDir = copiedCluster();
    const first = await start(dataDir);
    await ask(first, 'create table durable as select 42 as answer');
    first.kill('SIGKILL');
    await first.ended;
    const second = await startPostgres({ dataDir, port });
    started.push(second);
    expect(second.port).toBe(port);
    expect(await ask(second, 'select answer from durable')).toEqual([{ answer: 42 }]);
  });

  it('stops a server that an earlier run left on the folder, and no stranger its pid file names', async () => {
    const dataDir = copiedCluster();
    const first = await start(dataDir);
    await start(dataDir);
    await expect(first.ended).resolves.toMatchObject({ code: 0 });
    for (const part of started.splice(0)) await part.stop();

    const stranger = process.pid;
    const before = processIdentityOf(stranger);
    writeFileSync(join(dataDir, 'postmaster.pid'), `${stranger}\n${dataDir}\n`);
    await start(dataDir);
    expect(processIdentityOf(stranger)).toBe(before);
  });

  it.each(['sleeps', 'is a zombie'])(
    'starts after kill -9 though a stranger of the same user has the number by now and %s',
    async (state) => {
      const dataDir = copiedCluster();
      const first = await start(dataDir);
      first.kill('SIGKILL');
      await first.ended;
      const { uid, gid } = statSync(dataDir);
      // The child of a parent that never reaps it is a zombie as soon as it ends.
      const script = `sleep ${state === 'sleeps' ? 600 : 0} & echo $!; exec sleep 600`;
      const parent = spawn('/bin/sh', ['-c', script], { uid, gid, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
      try {
        const [stranger] = (await once(parent.stdout, 'data')) as [Buffer];
        const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
        writeFileSync(join(dataDir, 'postmaster.pid'), [stranger.toString().trim(), ...lines.slice(1)].join('\n'));
        expect(await ask(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
      } finally {
        process.kill(-(parent.pid ?? 0), 'SIGKILL');
      }
    },
  );

  it('does not start beside a backend of a killed server that still lives, whatever the pid file says', async () => {
    const dataDir = copiedCluster();
    const first = await start(dataDir);
    const client = new Client({ connectionString: first.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    process.kill(backend, 'SIGSTOP');
    first.kill('SIGKILL');
    await first.ended;
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    await expect(start(dataDir)).rejects.toThrow('pre-existing shared memory block');
    process.kill(backend, 'SIGKILL');
    expect(await ask(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses the files of another major version in one line', async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start(join(folder, 'postgres'))).rejects.toThrow(/^\S+ was made by PostgreSQL 9; this is \d+\.$/);
  });
});

const isRoot = process.getuid?.() === 0;
const describeForRoot = isRoot ? describe : describe.skip;

describeForRoot('startPostgres as root (skipped for other users: they need no way around)', () => {
  it.each<[PostgresUserStrategy, number]>([
    ['setuid', 0o711],
    ['read-capability', 0o700],
    ['write-capability', 0o700],
    ['namespace', 0o700],
  ])('runs by %s with its programs and data in a folder of mode %i, and once more', async (strategy, mode) => {
    const native = join(folder, 'package', 'native');
    execFileSync('cp', ['-a', join(nativeFolder(`${process.platform}-${process.arch}`), '..'), join(folder, 'package')]);
    chmodSync(folder, mode);
    for (const rows of [[{ count: '0' }], [{ count: '1' }]]) {
      const part = await start(join(folder, 'postgres'), [strategy], native);
      await ask(part, 'create table if not exists runs (n int)');
      expect(await ask(part, 'select count(*) from runs')).toEqual(rows);
      await ask(part, 'insert into runs values (1)');
      const effectiveUser = /^Uid:\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${part.pid}/status`, 'utf8'))?.[1];
      expect(effectiveUser === '0').toBe(strategy === 'namespace');
      await part.stop();
    }
  });

  it('finds a way by itself where others cannot enter, also for files made another way', async () => {
    await (await start(join(folder, 'postgres'), ['namespace'])).stop();
    chmodSync(folder, 0o700);
    const part = await start(join(folder, 'postgres'));
    expect(await ask(part, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says what to do where there is no way', async () => {
    chmodSync(folder, 0o700);
    await expect(start(join(folder, 'postgres'), ['setuid'])).rejects.toThrow(
      /start as an ordinary user, or give a server with DATABASE_URL/,
    );
  });
});
