import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { natsAddress } from '@pps/work-queue';
import { commandLineOf, startNats } from './index';
import { findNatsBinary } from './start-nats';

describe('startNats', () => {
  it('stores a stream durably over kill -9 and stops a server that an earlier run left', async () => {
    const storeDir = mkdtempSync(join(tmpdir(), 'embedded-nats-'));
    try {
      const first = await startNats({ storeDir });
      await addMessage(first.url);
      first.kill('SIGKILL');
      await first.ended;
      const second = await startNats({ storeDir });
      await addMessage(second.url);
      const third = await startNats({ storeDir });
      await second.ended;
      expect(await addMessage(third.url)).toBe(3);
      await third.stop();
      expect(await third.ended).toMatchObject({ signal: null });
    } finally {
      rmSync(storeDir, { recursive: true, force: true });
    }
  });
});

describe('the password of nats-server', () => {
  it('is asked of every client, lies in a file of ours alone, and is not on the command line', async () => {
    const storeDir = mkdtempSync(join(tmpdir(), 'embedded-nats-'));
    const server = await startNats({ storeDir });
    try {
      const { username, password } = new URL(server.url);
      expect([username, password]).toEqual(['pins', expect.stringMatching(/^[\w-]{32}$/)]);
      const refused = (options: object) => connect({ servers: `127.0.0.1:${server.port}`, timeout: 30_000, ...options });
      await expect(refused({})).rejects.toThrow(/authorization/i);
      await expect(refused({ user: 'pins', pass: 'wrong' })).rejects.toThrow(/authorization/i);
      expect(await addMessage(server.url)).toBe(1);
      expect(commandLineOf(server.pid)).not.toContain(password);
      expect((statSync(join(storeDir, 'nats-server.conf')).mode & 0o777).toString(8)).toBe('600');
    } finally {
      await server.stop();
      rmSync(storeDir, { recursive: true, force: true });
    }
  });
});

async function addMessage(url: string): Promise<number> {
  const connection = await connect({ ...natsAddress(url), timeout: 30_000 });
  try {
    const manager = await connection.jetstreamManager();
    await manager.streams.add({ name: 'durable', subjects: ['durable'] });
    return (await connection.jetstream().publish('durable')).seq;
  } finally {
    await connection.close();
  }
}

describe('findNatsBinary', () => {
  it('installs by apt as root on Debian, and says in one line how to get it when that fails', async () => {
    const commands: string[] = [];
    const run = (command: string, args: readonly string[]) => {
      commands.push([command, ...args].join(' '));
      return Promise.resolve();
    };
    const said: string[] = [];
    const options = { log: (line: string) => void said.push(line), path: '/nowhere', run };
    await expect(findNatsBinary({ ...options, isDebianRoot: true })).rejects.toThrow(
      /^nats-server was not found: install it .*NATS_URL\.$/,
    );
    expect(said).toEqual([
      'nats-server, the work queue, is not installed: installing it once by apt-get install nats-server (--no-install refuses)',
    ]);
    expect(commands.slice(0, 2)).toEqual(['apt-get update -q', 'apt-get install -q -y --no-install-recommends nats-server']);
  });

  it('touches nothing where it may not install', async () => {
    const run = () => Promise.reject(new Error('must not run'));
    for (const may of [{ isDebianRoot: false }, { isDebianRoot: true, mayInstall: false }]) {
      await expect(findNatsBinary({ log: () => undefined, path: '/nowhere', run, ...may })).rejects.toThrow(/apt-get install nats-server/);
    }
  });
});
