import { withTimeout } from '@pps/concurrency';
import { startNodeProgram, type Child } from '@pps/embedded';
import type { Database } from '@pps/read-store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGrantService } from '../../grants/grant-service';
import type { Fetch } from '../../grants/official-client';
import type { Call } from '../../setup/caller';
import { servedLog } from '../../setup/running-service';
import { setAheadClock } from './set-ahead-clock';

/** What programs refresh at: so many API processes on one installation, or the one of the campaign's own process. */
export interface GrantFleet {
  readonly url: string;
  readonly call: Call;
  readonly db: Database;
  /** Sends to one of the processes, by turns, as a proxy does: while one is away it answers that tokens are to be asked for again. */
  readonly fetch: Fetch;
  /** So many seconds pass, for every process. */
  after(seconds: number): void;
  /** Of the API processes. */
  pids(): readonly number[];
  /** Kills one of the processes, and starts another in its place. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

const settings = {
  DEFAULT_PLAN: 'enterprise',
  GRANT_LIFETIME: '366d',
  LOG_LEVEL: 'error',
  TOKEN_REQUESTS_PER_ADDRESS: '1000000',
  CLIENT_REGISTRATIONS_PER_ADDRESS: '1000000',
};
const startsWithinMs = 120_000;

/** In this process: quick, and nothing of it can be killed. */
export async function startOwnFleet(): Promise<GrantFleet> {
  const service = await startGrantService(settings);
  return {
    ...service,
    db: service.parts.db,
    fetch: (address, init) => fetch(address, init),
    pids: () => [process.pid],
    killOne: async () => undefined,
  };
}

/** Processes of their own, beside the one of this process, which registers people and ends grants. */
export async function startFleet(processes: number): Promise<GrantFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'grant-fleet-'));
  const clockFile = join(folder, 'clock');
  setAheadClock(clockFile, 0);
  const service = await startGrantService({ ...settings, EVENTSTORE_URL: servedLog });
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR, PUBLIC_URL } = service.parts.configuration;
  const env = {
    ...settings,
    ...{ PATH: process.env.PATH, NATS_URL: process.env.NATS_URL, CLOCK_FILE: clockFile, HOST: '127.0.0.1', PORT: '0' },
    ...{ DATABASE_URL, EVENTSTORE_URL, DATA_DIR, PUBLIC_URL },
  };
  const children: Member[] = [];
  let [turn, killed, aheadMs] = [0, 0, 0];
  try {
    for (let n = 0; n < processes; n++) children.push(await startMember(env));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: service.url,
    call: service.call,
    db: service.parts.db,
    fetch: send,
    after,
    pids: () => children.map(({ child }) => child.pid),
    killOne,
    stop,
  };

  async function send(address: string | URL, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(address);
    const to = children[turn++ % children.length];
    try {
      const { status, headers, body } = await wholeAnswer(`http://127.0.0.1:${to?.port ?? 0}${pathname}${search}`, init);
      return new Response(body, { status, headers });
    } catch {
      return Response.json({ error: 'temporarily_unavailable' }, { status: 503 });
    }
  }

  function after(seconds: number): void {
    aheadMs += seconds * 1_000;
    setAheadClock(clockFile, aheadMs);
    service.after(seconds);
  }

  async function killOne(): Promise<void> {
    const at = killed++ % children.length;
    const { child } = children[at] as Member;
    child.kill('SIGKILL');
    await child.ended;
    children[at] = await startMember(env);
  }

  async function stop(): Promise<void> {
    for (const { child } of children) await child.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As a proxy that passes nothing on before all of it is there. */
async function wholeAnswer(address: string, init?: RequestInit) {
  const { status, headers, body } = await fetch(address, init);
  const bytes = await new Response(body).arrayBuffer();
  const has = status !== 204 && status !== 304 && bytes.byteLength > 0;
  const passed = new Headers(headers);
  passed.delete('content-encoding');
  passed.delete('content-length');
  return { status, headers: passed, body: has ? bytes : null };
}

interface Member {
  readonly child: Child;
  readonly port: number;
}

async function startMember(env: NodeJS.ProcessEnv): Promise<Member> {
  const said: string[] = [];
  let found: (port: number) => void = () => undefined;
  const listening = new Promise<number>((resolve) => (found = resolve));
  const child = startNodeProgram({
    entry: 'test/campaigns/grants/clocked-api.main',
    env,
    stdout(line) {
      const port = /^port (\d+)$/.exec(line)?.[1];
      if (port !== undefined) found(Number(port));
    },
    stderr: (line) => void (said.length < 20 && said.push(line)),
  });
  const ended = child.ended.then(({ code }) => {
    throw new Error(`an API process ended with ${code}: ${said.join('\n')}`);
  });
  ended.catch(() => undefined);
  return { child, port: await withTimeout(Promise.race([listening, ended]), startsWithinMs, 'an API process listens') };
}
