import { orTimeout } from '@pps/concurrency';
import { Client } from 'pg';
import { describeDatabaseError, ReadOnlyConnection } from './is-database-unavailable';
import { Timelines, type Timeline } from './timelines';
import { requireWritable, timelineOf } from './watch-connection';

interface Looked {
  readonly address: string;
  /** Of a server that takes writes, null where it cannot tell. */
  readonly timeline?: Timeline | null;
  readonly error?: unknown;
}

const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;
const lookMs = 2_000;
/** For so long the others are waited for once one takes writes: of two primaries the newer one counts. */
const graceMs = 300;

/** One address for each of the servers that a URL names, with one user, database and parameters for all: `postgres://pins:…@a:5432,b:5432/pins`. */
export function addressesOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** Which of them cannot be read, by place and host and without a password; null where all can. */
export function unreadableAddress(url: string): string | null {
  const all = addressesOf(url);
  if (all.length === 1) return null;
  for (const [index, address] of all.entries()) {
    const name = hostOf(address);
    const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(name) ?? [];
    const place = `address ${index + 1} of ${all.length}`;
    if (host === '') return `${place} has no host`;
    const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
    if (!isPort) return `${place} (host ${host}) has a port that is no number`;
  }
  return null;
}

const hostOf = (address: string): string => parts.exec(address)?.[2] ?? '';

/**
 * The address of the server that takes writes, of several; that of the newest timeline where two do, and of no cluster that `timelines` has left. Each is
 * asked on a connection of its own, all at once. One alone is given back unasked. Throws `ReadOnlyConnection` where none does, or what the first of them
 * fails with.
 */
export async function findWritableAddress(url: string, timelines = new Timelines()): Promise<string> {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return url;
  const found: Looked[] = [];
  let tellFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (tellFirst = resolve));
  const all = Promise.all(
    addresses.map(async (address) => {
      const looked = await look(address, timelines);
      found.push(looked);
      if (looked.timeline !== undefined) tellFirst();
    }),
  );
  await Promise.race([all, first]);
  await orTimeout(all, graceMs);
  const [newest] = found
    .filter(({ timeline }) => timeline !== undefined)
    .sort((one, other) => (other.timeline?.number ?? 0) - (one.timeline?.number ?? 0));
  if (newest) return newest.address;
  throw noneOf(found);
}

async function look(address: string, timelines: Timelines): Promise<Looked> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: lookMs, query_timeout: lookMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireWritable(client);
    const timeline = timelineOf(client);
    if (timelines.isOlder(timeline)) throw new ReadOnlyConnection('another server that took writes has replaced it');
    return { address, timeline: timeline ?? null };
  } catch (error) {
    return { address, error };
  } finally {
    void client.end().catch(() => undefined);
  }
}

function noneOf(found: readonly Looked[]): Error {
  const reasons = found.map(({ address, error }) => `${hostOf(address)}: ${describeDatabaseError(error)}`);
  const message = `none of ${found.length} addresses takes writes: ${reasons.join('; ')}`;
  if (found.some(({ error }) => error instanceof ReadOnlyConnection)) return new ReadOnlyConnection(message);
  const code = (found[0]?.error as { code?: unknown } | undefined)?.code;
  return Object.assign(new Error(message, { cause: found[0]?.error }), { code: code ?? 'ECONNREFUSED' });
}

const keptMs = 1_000;

/** The same, asked once a second at most: a pool makes its connections one after the other. */
export function writableAddressFinder(url: string, timelines: Timelines): () => Promise<string> {
  let asked: { readonly at: number; readonly address: Promise<string> } | undefined;
  return () => {
    if (asked && performance.now() - asked.at < keptMs) return asked.address;
    asked = { at: performance.now(), address: findWritableAddress(url, timelines) };
    return asked.address;
  };
}
