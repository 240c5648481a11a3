import { startNodeProgram, type Child } from '@pps/embedded';
import { openDatabase, type Database } from '@pps/read-store';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { platformSettings } from '../../setup/platform-service';
import { faultyParts } from '../installation/faulty-parts';

export type End = 'SIGKILL' | 'SIGSTOP' | 'SIGTERM';

export interface TakeOver {
  readonly end: End;
  /** How many duties the hosts led that were ended. */
  readonly duties: number;
  /** Until the last of them was led by others. */
  readonly ms: number;
}

interface Lease {
  readonly duty: string;
  readonly holder: string;
  readonly led: boolean;
}

const leaders = ['orchestrator', 'projector'] as const;
const withinMs = 30_000;
const restMs = 3_000;

/**
 * Ends an orchestrator and a projector that share the duties with another of each, so many times, each time in another way, and measures until the others
 * lead every duty.
 */
export async function takeOvers(runs: number, log: (line: string) => void): Promise<TakeOver[]> {
  const folder = mkdtempSync(join(tmpdir(), 'take-over-'));
  chmodSync(folder, 0o711);
  const [stores, runDir] = [join(folder, 'stores'), join(folder, 'run')];
  for (const each of [stores, runDir]) mkdirSync(each, { mode: 0o711 });
  const parts = await faultyParts({ stores, runDir, env: {}, log });
  const children: Child[] = [];
  const urls = await parts.start();
  const db = openDatabase(urls.DATABASE_URL, 2);
  const env = { PATH: process.env.PATH, ...urls, ...platformSettings('http://127.0.0.1:9'), DATA_DIR: folder, LOG_LEVEL: 'info' };
  const start = async (): Promise<readonly Child[]> => {
    let started = 0;
    const hear = (line: string) => void (line.includes('"msg":"started"') && (started += 1));
    const begun = leaders.map((name) => startNodeProgram({ entry: `apps/${name}/main`, env, stdout: hear, stderr: hear }));
    children.push(...begun);
    await until('an orchestrator and a projector that have started', async () => started === begun.length);
    return begun;
  };
  try {
    let leading = await start();
    await until('every duty led', async () => (await leases(db)).length > 10 && (await leases(db)).every(({ led }) => led));
    const results: TakeOver[] = [];
    for (let run = 0; run < runs; run += 1) {
      const holders = new Set((await leases(db)).map(({ holder }) => holder));
      const others = await start();
      await rest(db, holders);
      const end = (['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const)[run % 3] ?? 'SIGKILL';
      results.push(await measureTakeOver(db, leading, holders, end));
      log(`${run + 1}: ${end}, ${results.at(-1)?.duties} duties after ${Math.round(results.at(-1)?.ms ?? 0)} ms`);
      // Woken again it finds that others lead; ended, so that only they are left.
      for (const child of leading) child.kill('SIGCONT');
      for (const child of leading) await child.stop(5_000);
      await rest(db, new Set());
      leading = others;
    }
    return results;
  } finally {
    for (const child of children) child.kill('SIGCONT');
    await Promise.all(children.map((child) => child.stop(5_000)));
    await db.destroy();
    await parts.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTakeOver(db: Database, leading: readonly Child[], holders: ReadonlySet<string>, end: End): Promise<TakeOver> {
  const before = (await leases(db)).filter(({ holder }) => holders.has(holder));
  const begun = performance.now();
  for (const child of leading) child.kill(end);
  await until('a take-over', async () => (await leases(db)).every(({ holder, led }) => led && !holders.has(holder)));
  return { end, duties: before.length, ms: performance.now() - begun };
}

/** Until every duty is led, some of them by others than these, and nothing has changed hands for three seconds. */
async function rest(db: Database, holders: ReadonlySet<string>): Promise<void> {
  let [seen, since] = ['', performance.now()];
  await until('duties that rest where they are', async () => {
    const now = await leases(db);
    const text = JSON.stringify(now);
    const isShared = now.every(({ led }) => led) && now.some(({ holder }) => !holders.has(holder));
    if (text !== seen || !isShared) [seen, since] = [text, performance.now()];
    return performance.now() - since >= restMs;
  });
}

async function leases(db: Database): Promise<Lease[]> {
  const { rows } = await db
    .raw<{ rows: Lease[] }>(
      `select duty, holder, expires_at > clock_timestamp() as led from leases.lease
     where to_regclass('leases.lease') is not null order by duty`,
    )
    .catch(() => ({ rows: [] as Lease[] }));
  return rows;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    await delay(10);
  }
}
