import { ConditionVariable, whenAborted } from '@pps/concurrency';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { tcpProxy } from '../../test/setup/tcp-proxy';
import { leadDuties } from './lead-duties';
import type { Leadership } from './lease-term';
import { leasesMigrations } from './leases.migrations';
import { readLeaseEnd } from './testing';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await freshDatabase();
  db = openDatabase(url);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => db.destroy());

/** A candidate for the lease that leads until it is stopped; its work ends with its lease. */
function candidate(duty: string, database = db) {
  const ending = new AbortController();
  const terms: Leadership[] = [];
  const errors: unknown[] = [];
  let abortedAt = 0;
  const work = (leadership: Leadership) =>
    new Promise<void>((resolve) => {
      terms.push(leadership);
      leadership.signal.addEventListener('abort', () => {
        abortedAt = performance.now();
        resolve();
      });
    });
  const leading = leadDuties(
    { db: database, kind: duty, duties: [{ name: duty, run: work }], onError: (error) => void errors.push(error) },
    ending.signal,
  );
  return {
    terms,
    errors,
    abortedAt: () => abortedAt,
    leads: () => eventually('leadership', async () => terms.at(-1)),
    stop: async () => {
      ending.abort();
      await leading;
    },
  };
}

async function holderBehindProxy(duty: string) {
  const proxy = await tcpProxy(Number(new URL(url).port));
  const database = openDatabase(Object.assign(new URL(url), { port: String(proxy.port) }).href, 2);
  return { holder: candidate(duty, database), away: { proxy, database } };
}

describe('a lease', () => {
  it('is held by one at a time, and handed over when its holder ends', async () => {
    const duty = randomUUID();
    const first = candidate(duty);
    const { epoch } = await first.leads();
    const second = candidate(duty);
    const firstEnd = await readLeaseEnd(db, duty);
    await eventually('renewals', async () => ((await readLeaseEnd(db, duty)) > new Date(firstEnd.getTime() + 4_000) ? true : undefined));
    // Unless this machine stood still for longer than the lease.
    const wasLost = first.abortedAt() > 0;
    expect(second.terms.length === 0 || wasLost).toBe(true);
    expect(first.terms.length === 1 || wasLost).toBe(true);
    await first.stop();
    expect((await second.leads()).epoch).toBeGreaterThan(epoch);
    await second.stop();
    // Given back: a standby waits for its next try, not for the end of the lease.
    expect((await readLeaseEnd(db, duty)).getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('goes to a standby after its holder has vanished, when its time is over', async () => {
    const duty = randomUUID();
    const { holder, away } = await holderBehindProxy(duty);
    const { epoch } = await holder.leads();
    await away.proxy.stop();
    const ends = await readLeaseEnd(db, duty);
    const standby = candidate(duty);
    expect((await standby.leads()).epoch).toBeGreaterThan(epoch);
    expect(Date.now()).toBeGreaterThanOrEqual(ends.getTime());
    await Promise.all([standby.stop(), holder.stop()]);
    await away.database.destroy();
  });

  it('aborts the work of a holder whose renewals hang before anybody else can lead', async () => {
    const duty = randomUUID();
    const { holder, away } = await holderBehindProxy(duty);
    const { epoch, signal } = await holder.leads();
    const standby = candidate(duty);
    away.proxy.dropAnswers();
    const next = await standby.leads();
    const ledAt = performance.now();
    expect(signal.aborted).toBe(true);
    expect(ledAt - holder.abortedAt()).toBeGreaterThan(0);
    expect(next.epoch).toBeGreaterThan(epoch);
    away.proxy.pass();
    away.proxy.cut();
    await Promise.all([standby.stop(), holder.stop()]);
    await away.database.destroy();
    await away.proxy.stop();
  });

  it('is no failure of work that ends by throwing what aborted it', async () => {
    const [ending, errors] = [new AbortController(), [] as unknown[]];
    const begun = new ConditionVariable();
    const work = async ({ signal }: Leadership) => {
      begun.notifyAll();
      await whenAborted(signal);
      signal.throwIfAborted();
    };
    const leads = begun.wait(120_000);
    const duties = [{ name: randomUUID(), run: work }];
    const leading = leadDuties({ db, kind: 'test', duties, onError: (error) => void errors.push(error) }, ending.signal);
    expect(await leads).toBe(true);
    ending.abort();
    await leading;
    expect(errors).toEqual([]);
  });

  it('is tried for again after the work has failed', async () => {
    const ending = new AbortController();
    const epochs: bigint[] = [];
    const errors: string[] = [];
    const run = async ({ epoch }: Leadership) => {
      epochs.push(epoch);
      if (epochs.length === 3) return ending.abort();
      throw new Error(`term ${epoch}`);
    };
    const duties = [{ name: randomUUID(), run }];
    await leadDuties({ db, kind: 'test', duties, onError: (error) => void errors.push(String(error)) }, ending.signal);
    expect(epochs).toEqual([1n, 2n, 3n]);
    expect(errors).toEqual(['Error: term 1', 'Error: term 2']);
  });
});
