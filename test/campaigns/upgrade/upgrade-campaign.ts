import { newId } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import { startEventStore, startNats } from '@pps/embedded';
import { openDatabase, type Database } from '@pps/read-store';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { percentile } from '../../../bench/open-load';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { freshDatabase } from '../../setup/fresh-database';
import { patientSettings } from '../../setup/patient-settings';
import { platformSettings } from '../../setup/platform-service';
import { startReceiver } from '../../webhooks/receiver';
import { gather, type Evidence } from '../evidence/evidence';
import { judge, type Verdict } from '../evidence/judge';
import { openHostPlaces, type HostPlace, type HostPlaces } from '../installation/host-places';
import { startBalancer } from '../traffic/balancer';
import { createPins } from '../traffic/create-in-batches';
import { createPinsSteadily, refusalsIn, type Asked } from '../traffic/steady-pins';
import { openWorkspace, type Workspace } from '../traffic/workspace';
import { handedOver, handOver } from './hand-over';
import { rebuildOlder, servingVersions, untilAllServe } from './rebuild-older';
import type { Release } from './release';

export interface UpgradeOptions {
  readonly previous: Release;
  readonly present: Release;
  readonly perSecond: number;
  /** How long each mixture of releases is left. */
  readonly restMs: number;
  /** To the older release, host by host, when all are of the present one. */
  readonly goesBack: boolean;
  /** Absent: in the order that operations recommends, and back in the opposite one. */
  readonly seed?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface UpgradeReport extends Verdict {
  readonly replaced: number;
  readonly asked: number;
  /** First answers that were no success, by what they were. */
  readonly refusedOnce: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly quietP99: number;
  readonly rollingP99: number;
}

const copies = 2;
const settledWithinMs = 180_000;
const settings = {
  DEFAULT_PLAN: 'enterprise',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
  WEBHOOK_TARGETS: 'any',
  SHUTDOWN_WAIT: '1s',
  LOG_LEVEL: 'info',
  // One for all APIs: a consent comes back to any of them.
  PUBLIC_URL: 'http://pins.test',
};

/** Replaces the hosts of one release by those of another, one after the other while pins are created, and back; then checks every promise. */
export async function upgradeCampaign(options: UpgradeOptions): Promise<UpgradeReport> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const databaseUrl = await freshDatabase();
    const eventStore = await startEventStore({ databaseUrl });
    stops.push(() => eventStore.stop());
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    stops.push(() => nats.stop());
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const parts = { DATA_DIR: folder, DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStore.url, NATS_URL: nats.url };
    const env = { ...parts, ...patientSettings, ...platformSettings(simulators.url), ...settings, ...options.settings };
    const places = await openHostPlaces({ copies, env });
    // Whoever is ready first makes the tables, so it has to be an old one.
    stops.push(() => places.stop());
    await Promise.all(places.all.map((place) => place.start(options.previous)));
    const balancer = await startBalancer(places.all.flatMap(({ port }) => port ?? []));
    stops.push(() => balancer.stop());
    await eventually('an API that is ready', async () => balancer.ready().length === copies || undefined);
    const db = openDatabase(databaseUrl, 2);
    stops.push(() => db.destroy());
    const [workspace] = await openWorkspace([caller(balancer.port)], receiver.url, { boardsOfEach: 4 });
    return await roll(options, { places, workspace, db, env, platformUrl: simulators.url, received: receiver.received });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

interface Running {
  readonly places: HostPlaces;
  readonly workspace: Workspace;
  readonly db: Database;
  /** What all hosts have. */
  readonly env: Readonly<Record<string, string>>;
  readonly platformUrl: string;
  readonly received: Awaited<ReturnType<typeof startReceiver>>['received'];
}

async function roll(
  { previous, present, perSecond, restMs, goesBack, seed, log }: UpgradeOptions,
  running: Running,
): Promise<UpgradeReport> {
  const { places, workspace, db } = running;
  const faults: string[] = [];
  const client = createPinsSteadily(workspace, { perSecond, prefix: `pin-${newId().slice(-6)}`, retryAfterMs: 250, insists: true });
  const quietUntil = performance.now() + 4 * restMs;
  await delay(4 * restMs);
  const replace = async (place: HostPlace, release: Release) => {
    const begun = performance.now();
    const fault = await place.replace(release);
    if (fault) faults.push(fault);
    log(`${place.name} is of ${release.name} after ${Math.round(performance.now() - begun)} ms`);
    await delay(restMs);
    if (place.host === 'api') faults.push(...(await handOverBetween(places, workspace)));
  };
  const [forward, back] = ordersOf(places.all, seed);
  const before = await servingVersions(db);
  for (const place of forward) {
    await replace(place, present);
    if (!isLeft(places, 'projector', previous)) await untilAllServe(db);
  }
  log('every host is of the present release');
  for (const place of goesBack ? back : []) {
    if (place.host === 'projector' && isLeft(places, 'projector', previous)) {
      const rebuilt = await rebuildOlder(db, previous, before, running.env);
      log(`the read models ${rebuilt.join(', ')} are of ${previous.name} again`);
    }
    await replace(place, previous);
  }
  const creations = await client.finish();
  log(`${creations.length} pins were asked for`);
  const repeats = await createPins(workspace, client.titles, { parallel: 4, signal: AbortSignal.timeout(settledWithinMs) });
  const judgeNow = async () => {
    const evidence = await gather(running.platformUrl, workspace, { creations, repeats, received: running.received });
    return judge(withHandedOver(evidence));
  };
  log('all were asked for once more');
  await eventually('an end of everything', async () => (await judgeNow()).violations.length === 0 || undefined, settledWithinMs).catch(
    () => undefined,
  );
  const verdict = await judgeNow();
  const { asked } = client;
  const failed = asked.filter(({ second }) => second !== null);
  const [quiet, rolling] = [asked.filter(({ askedAt }) => askedAt < quietUntil), asked.filter(({ askedAt }) => askedAt >= quietUntil)];
  return {
    ...verdict,
    replaced: forward.length + (goesBack ? back.length : 0),
    asked: asked.length,
    refusedOnce: refusalsIn(asked, 'first'),
    failed: failed.length,
    quietP99: p99Of(quiet),
    rollingP99: p99Of(rolling),
    violations: [
      ...verdict.violations,
      ...faults,
      ...failed.map(({ what, first, second }) => `a ${what} was refused twice: ${first}, then ${second}`),
      ...places.complaints,
      ...places.ends,
    ],
  };
}

const isLeft = (places: HostPlaces, host: HostPlace['host'], release: Release): boolean =>
  places.all.some((place) => place.host === host && place.release() === release.name);

/** Each API gives to each other what the other has to understand. */
async function handOverBetween(places: HostPlaces, workspace: Workspace): Promise<readonly string[]> {
  const apis = places.all.filter(({ port }) => port !== null);
  const faults: string[] = [];
  for (const from of apis)
    for (const to of apis.filter((each) => each.release() !== from.release())) {
      const found = await handOver(caller(from.port ?? 0), caller(to.port ?? 0), workspace);
      faults.push(...found.map((fault) => `from ${from.release()} to ${to.release()}: ${fault}`));
    }
  return faults;
}

function ordersOf(all: readonly HostPlace[], seed: number | undefined): readonly [readonly HostPlace[], readonly HostPlace[]] {
  if (seed === undefined) return [all, [...all].reverse()];
  const random = seededRandom(seed);
  const shuffled = () =>
    all
      .map((place) => ({ place, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place);
  return [shuffled(), shuffled()];
}

/** The pins that the hand-overs made were asked for too. */
function withHandedOver(evidence: Evidence): Evidence {
  const handed = evidence.pins
    .filter(({ title }) => title.startsWith(handedOver))
    .map(({ id, title }) => ({ title, pinId: id, refusal: null }));
  return { ...evidence, creations: [...evidence.creations, ...handed], repeats: [...evidence.repeats, ...handed] };
}

const p99Of = (asked: readonly Asked[]): number =>
  percentile(
    asked.map(({ askedAt, answeredAt }) => answeredAt - askedAt),
    99,
  );
