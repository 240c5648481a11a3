import { openEventStore, type EventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { Pool } from 'undici';
import { openLoad, type LoadResult, percentile } from '../../../bench/open-load';
import { readPartUrls } from '../../../apps/standalone/part-urls';
import { pinctl } from '../../operations/projections/pinctl';
import { caller } from '../../setup/caller';
import { startReceiver } from '../../webhooks/receiver';
import { installation } from '../installation/installation';
import { openWorkspace, pinOf, type Workspace } from '../traffic/workspace';

export interface RebuildOptions {
  /** Pins created per second; each is two facts of its own or more. */
  readonly rate: number;
  /** Length of each phase, in seconds. */
  readonly seconds: number;
  readonly projection: string;
  /** For `npm start`, beside the plan. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface Phase {
  readonly what: string;
  readonly writes: number;
  /** Facts that came into the log per second. */
  readonly facts: number;
  readonly failedWrites: number;
  readonly writeP50: number;
  readonly writeP99: number;
  readonly reads: number;
  readonly failedReads: number;
  /** What the failed ones were answered: how often each status, error code and read model, or what broke the call. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface RebuildReport {
  readonly before: Phase;
  readonly during: Phase;
  /** How long each rebuild took, in seconds. */
  readonly rebuilds: readonly number[];
}

/** Creates and reads pins at a steady rate, first undisturbed, then while a projection is rebuilt again and again. */
export async function rebuildCampaign({ rate, seconds, projection, settings, log }: RebuildOptions): Promise<RebuildReport> {
  const receiver = await startReceiver();
  const service = await installation({ DEFAULT_PLAN: 'enterprise', LOG_LEVEL: 'error', ...settings });
  const http = new Pool(`http://127.0.0.1:${service.apiPort}`, { connections: 64, pipelining: 1 });
  const ends: (() => Promise<void>)[] = [() => receiver.stop(), () => service.discard(false), () => service.stop(), () => http.close()];
  try {
    await service.start();
    const store = openEventStore(readPartUrls(service.dataDir)?.EVENTSTORE_URL ?? '');
    ends.push(() => store.close());
    const [workspace] = await openWorkspace([caller(service.apiPort)], receiver.url);
    const phase = (what: string, length = seconds) => traffic({ http, workspace, store }, what, rate, length);
    await phase('warming up', Math.ceil(seconds / 3));
    const before = await phase('before');
    log(`before: p99 ${before.writeP99.toFixed(1)} ms`);
    let ended = false;
    const during = phase('during').finally(() => (ended = true));
    const rebuilds: number[] = [];
    do {
      const begun = performance.now();
      const { code, stderr } = await pinctl({ DATA_DIR: service.dataDir }, 'projections', 'rebuild', projection);
      if (code !== 0) throw new Error(`the rebuild ended with ${code}: ${stderr}`);
      rebuilds.push((performance.now() - begun) / 1000);
      log(`rebuilt in ${rebuilds.at(-1)?.toFixed(1)} s`);
    } while (!ended);
    return { before, during: await during, rebuilds };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Service {
  readonly http: Pool;
  readonly workspace: Workspace;
  readonly store: EventStore;
}

/** Writes at the rate and as many reads: every second one lists, the others read a pin just created. */
async function traffic({ http, workspace, store }: Service, what: string, ratePerSecond: number, seconds: number): Promise<Phase> {
  let latest = '';
  const refusals: Record<string, number> = {};
  const note = (refusal: string) => void (refusals[refusal] = (refusals[refusal] ?? 0) + 1);
  const isAnswered = (wanted: number, { status, body }: { status: number; body: string }) => {
    if (status === wanted) return true;
    const { error } = JSON.parse(body) as { error?: { code?: string; projection?: string } };
    note(`${status} ${error?.code ?? ''} ${error?.projection ?? ''}`);
    return false;
  };
  const noting = (call: (n: number) => Promise<boolean>) => (n: number) =>
    call(n).catch((error: unknown) => {
      note(String(error));
      return false;
    });
  const write = async () => {
    const answer = await request(http, workspace, 'POST', '/v1/pins', pinOf(workspace, newId()));
    const isCreated = isAnswered(201, answer);
    if (isCreated) latest = (JSON.parse(answer.body) as { id: string }).id;
    return isCreated;
  };
  const read = async (n: number) =>
    isAnswered(200, await request(http, workspace, 'GET', latest && n % 2 ? `/v1/pins/${latest}` : '/v1/pins'));
  const shape = { ratePerSecond, seconds, inFlight: 256 };
  const [begun, before] = [performance.now(), await store.head()];
  const [writes, reads] = await Promise.all([openLoad(shape, noting(write)), openLoad(shape, noting(read))]);
  // Positions of the local event store have no gaps.
  const facts = Math.round((1_000 * Number((await store.head()) - before)) / (performance.now() - begun));
  return { what, facts, ...figuresOf(writes), reads: reads.latencies.length, failedReads: reads.failures, refusals };
}

const figuresOf = ({ latencies, failures }: LoadResult) => ({
  writes: latencies.length,
  failedWrites: failures,
  writeP50: percentile(latencies, 50),
  writeP99: percentile(latencies, 99),
});

async function request(http: Pool, { headers }: Workspace, method: 'GET' | 'POST', path: string, body?: object) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await http.request({ method, path, headers: { ...headers, ...type }, ...sent });
  return { status: response.statusCode, body: await response.body.text() };
}
