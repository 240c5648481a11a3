import { newId } from '@pps/kernel';
import { percentile } from '../../../bench/open-load';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../setup/eventually';
import { differingProjections } from '../evidence/differing-projections';
import { disorderedFacts } from '../evidence/disordered-facts';
import { gather, listPlatformPins } from '../evidence/evidence';
import { judge, type Verdict } from '../evidence/judge';
import { createPins, type Creation } from '../traffic/create-in-batches';
import { asCreations, createPinsLater, latenessOf, type LaterPins } from '../traffic/later-pins';
import { createPinsSteadily, refusalsIn, type SteadyPins } from '../traffic/steady-pins';
import type { Workspace } from '../traffic/workspace';
import { answerTimes, type AnswerTime } from './answer-times';
import { dealTroubles, type Dealt } from './deal-troubles';
import { lateService } from './late-service';
import type { TroubledInstallation } from './troubled-installation';
import { timesNotServed, type NotServed } from './time-not-served';
import type { Kind, Trouble } from './trouble-plan';
import { watchDuties, type SeenDuties, type Stretch } from './watch-duties';

export interface ClusterCampaignOptions {
  /** In what its pins' titles begin with. */
  readonly seed: number;
  readonly restMs: number;
  /** Under load before the first trouble: a process that has just started is slow by itself. */
  readonly warmMs: number;
  readonly perSecond: number;
  /** The read models that are compared with their rebuild; absent: all. */
  readonly compared?: readonly string[];
  readonly log: (line: string) => void;
}

export interface ClusterReport extends Verdict {
  readonly notServed: readonly NotServed[];
  readonly answerTimes: readonly AnswerTime[];
  /** How much later than their time schedules reached the platform: the median, and the worst. */
  readonly scheduledLateMs: readonly number[];
  /** Answers to second questions that were no success either. */
  readonly refusedTwice: Readonly<Record<string, number>>;
  /** For how long the duty that had none longest had no holder, by kind of trouble; milliseconds. */
  readonly unled: Readonly<Partial<Record<Kind, number>>>;
  /** The same of stretches in which no duty could be seen. */
  readonly unseen: Readonly<Partial<Record<Kind, number>>>;
  /** Processes that ended by themselves. */
  readonly ends: readonly string[];
}

const settledWithinMs = 240_000;

/** Deals troubles while pins are created, retells what was acknowledged, published and delivered, judges it, and stops the installation. */
export async function clusterCampaign(
  installation: TroubledInstallation,
  plan: readonly Trouble[],
  options: ClusterCampaignOptions,
): Promise<ClusterReport> {
  try {
    return await trouble(installation, plan, options);
  } finally {
    await installation.stop();
  }
}

async function trouble(cluster: TroubledInstallation, plan: readonly Trouble[], options: ClusterCampaignOptions): Promise<ClusterReport> {
  const { workspace, platformUrl, received } = cluster;
  const { seed, perSecond, warmMs, log } = options;
  const prefix = `pin-${seed}-${newId().slice(-6)}`;
  // The second question comes sooner than the proxy looks again.
  const duties = watchDuties(cluster.database.url);
  const client = createPinsSteadily(workspace, { perSecond, prefix, retryAfterMs: 100, insists: true, openAtMost: 200 });
  let [quietFrom, dealt]: [number, readonly Dealt[]] = [0, []];
  let seen: SeenDuties = { unled: [], unseen: [] };
  const later = createPinsLater(workspace, `later-${seed}-${newId().slice(-6)}`);
  let created: readonly Creation[] = [];
  let made: Awaited<ReturnType<LaterPins['finish']>> = { pins: [], refusals: [] };
  try {
    await delay(warmMs / 2);
    quietFrom = performance.now();
    await delay(warmMs / 2);
    dealt = await dealTroubles(cluster, plan, options);
  } finally {
    seen = await duties.stop();
    [created, made] = await Promise.all([client.finish(), later.finish()]);
  }
  const clientsHit = cluster.clientsHit?.() ?? [];
  for (const { answers } of clientsHit) log(`a client of a site that was cut off: ${JSON.stringify(answers)}`);
  const ofClientsHit = await insistOn(
    workspace,
    clientsHit.flatMap(({ creations }) => creations),
  );
  const creations = [...created, ...ofClientsHit];
  const titles = creations.map(({ title }) => title);
  const repeats = await createPins(workspace, titles, { parallel: 4, signal: AbortSignal.timeout(settledWithinMs) });
  const verdictNow = async () => {
    const evidence = await gather(platformUrl, workspace, { creations, repeats, received });
    // Their repeats are those of schedules and files, which are not asked for once more.
    const ofLater = asCreations(made.pins, evidence.pins);
    return judge({ ...evidence, creations: [...creations, ...ofLater], repeats: [...repeats, ...ofLater] });
  };
  const isOver = () =>
    verdictNow().then(
      ({ violations }) => violations.length === 0 || undefined,
      () => undefined,
    );
  await eventually('an end of everything', isOver, settledWithinMs).catch((error: Error) => log(error.message));
  const verdict = await eventually('a verdict', () => verdictNow().catch(() => undefined), settledWithinMs);
  const onPlatform = await listPlatformPins(platformUrl);
  const publishedAt = onPlatform.map(({ received_at }) => received_at - performance.timeOrigin);
  const lateness = latenessOf(made.pins, onPlatform);
  const { promotedAt } = cluster.database;
  const notServed = timesNotServed(dealt, { acceptedAt: acceptedIn(client), publishedAt, promotedAt });
  return {
    ...verdict,
    notServed,
    answerTimes: answerTimes(client, dealt, quietFrom),
    scheduledLateMs: [50, 100].map((rank) =>
      percentile(
        lateness.map(({ ms }) => ms),
        rank,
      ),
    ),
    refusedTwice: refusalsIn(client.asked, 'second'),
    unled: longestIn(dealt, seen.unled),
    unseen: longestIn(dealt, seen.unseen),
    ends: cluster.places.ends,
    violations: [
      ...verdict.violations,
      ...clientsHit.flatMap(({ faults }) => faults),
      ...cluster.places.wrongEnds,
      ...made.refusals,
      ...lateness.filter(({ ms }) => ms < 0).map(({ title, ms }) => `${title} was published ${-ms} ms before its time`),
      ...unreadWrites(client),
      ...failedRestarts(client, dealt),
      ...lateService(notServed),
      ...(await disorderedFacts(cluster.eventStore.url)),
      ...(await differingProjections(cluster.database.url, options.compared)),
    ],
  };
}

/** What was refused, or may have been, is asked for again; so it is known what became of each. */
async function insistOn(workspace: Workspace, creations: readonly Creation[]): Promise<Creation[]> {
  const open = creations.filter(({ pinId }) => pinId === null).map(({ title }) => title);
  const answered = creations.filter(({ pinId }) => pinId !== null);
  return [...answered, ...(await createPins(workspace, open, { parallel: 4, signal: AbortSignal.timeout(settledWithinMs) }))];
}

const acceptedIn = ({ asked, insisted }: SteadyPins): number[] => [
  ...asked.filter(({ what, second }) => what === 'create' && second === null).map(({ answeredAt }) => answeredAt),
  ...insisted.map(({ answeredAt }) => answeredAt),
];

/** A read of what was accepted may be refused for a while, and may not say that it is not there. */
const unreadWrites = ({ asked }: SteadyPins): string[] =>
  asked
    .filter(({ what, first, second }) => what === 'read' && [first, second].some((answer) => answer?.startsWith('404')))
    .map(({ first, second }) => `an accepted pin was not there: ${first}, then ${second}`);

/** With one more question nothing fails, and none meets a process that has gone without a word before. */
const failedRestarts = ({ asked }: SteadyPins, dealt: readonly Dealt[]): string[] =>
  asked
    .filter(({ first, second, askedAt }) => (second !== null || isCut(first)) && isIn(dealt, 'restart-all', askedAt))
    .map(({ what, first, second }) => `in a rolling restart a ${what} was refused: ${first}, then ${second ?? 'answered'}`);

/** What a proxy says, or does, when a server that it took for ready ended the connection, or took none. */
const isCut = (refusal: string | null): boolean =>
  refusal !== null && /ECONNREFUSED|ECONNRESET|socket hang up|other side closed|server_gone/.test(refusal);

function longestIn(dealt: readonly Dealt[], stretches: readonly Stretch[]): Partial<Record<Kind, number>> {
  const longest: Partial<Record<Kind, number>> = {};
  for (const { kind, begunAt, overAt } of dealt)
    for (const { from, until } of stretches)
      if (from < overAt && until > begunAt) longest[kind] = Math.max(longest[kind] ?? 0, Math.round(until - from));
  return longest;
}

const isIn = (dealt: readonly Dealt[], kind: Kind, moment: number): boolean =>
  dealt.some((trouble) => trouble.kind === kind && moment >= trouble.begunAt && moment <= trouble.overAt);
