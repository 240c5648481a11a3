import type { EventStore, RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { PlatformError } from '@pps/platform';
import type { Database } from '@pps/read-store';
import { webhookOutboxProcess } from '@pps/webhooks';
import { webhookSamples } from '@pps/webhooks/testing';
import { seededRandom } from '@pps/kernel/testing';
import { answeredPlatform, type AnsweredPlatform } from './answered-platform';
import { fedReadModels } from './fed-read-models';
import { pinLives } from './pin-lives';
import { uglyValues } from './ugly-values';

export interface AnswersReport {
  readonly answers: number;
  readonly pins: number;
  readonly facts: number;
  /** How many pins ended how: `published`, or the code of the failure. */
  readonly ends: Readonly<Record<string, number>>;
  /** What must not happen; the first ones. */
  readonly findings: readonly string[];
  readonly seconds: number;
}

const answersPerRound = 4_000;
const findingsKept = 20;
const begin = Date.now();

/** Answers so many calls of the platform as the seed chooses, by the real adapter, rules and timers, and takes all facts into a real database. */
export async function platformAnswersCampaign(
  db: Database,
  { answers, seed }: { readonly answers: number; readonly seed: number },
  say: (line: string) => void = () => undefined,
): Promise<AnswersReport> {
  const startedMs = performance.now();
  const findings: string[] = [];
  const onFinding = (finding: string) => void (findings.length < findingsKept && findings.push(finding));
  const random = seededRandom(seed);
  const ugly = uglyValues(random);
  const time = { now: begin };
  const answered = answeredPlatform(ugly, () => new Date(time.now));
  const readModels = await fedReadModels(db, onFinding);
  const ends: Record<string, number> = {};
  let [pins, facts, feeding] = [0, 0, Promise.resolve()];
  while (answered.replies() < answers && findings.length < findingsKept) {
    const log = loggingStore(() => new Date(time.now));
    const lives = pinLives({ store: log.store, ugly, random, time, answered, projectId: log.projectId, onFinding });
    const accountId = await lives.connect();
    const video = await lives.storeVideo();
    const most = Math.min(answers, answered.replies() + answersPerRound);
    while (answered.replies() < most) {
      // Each life starts now, or the time of the platform would be years away in the end.
      time.now = begin;
      const pin = await lives.live(accountId, ugly.chance(0.1) ? video : null);
      const end = pin?.phase === 'failed' ? pin.errorCode : (pin?.phase ?? 'none');
      ends[end] = (ends[end] ?? 0) + 1;
      pins += 1;
      if (ugly.chance(0.05)) await lives.refresh(accountId);
      if (ugly.chance(0.05)) await readModels.keep(await boardsOf(answered, onFinding));
    }
    const written = await log.facts(BigInt(facts));
    facts += written.length;
    await feeding;
    feeding = readModels.feed(written);
    say(`${answered.replies()} answers, ${pins} pins, ${facts} facts after ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }
  await feeding;
  const unfinished = await readModels.unfinished();
  if (unfinished !== 0) onFinding(`${unfinished} pins are unfinished in the read models`);
  return { answers: answered.replies(), pins, facts, ends, findings, seconds: (performance.now() - startedMs) / 1_000 };
}

async function boardsOf({ platform }: AnsweredPlatform, onFinding: (finding: string) => void): Promise<unknown[]> {
  const boards: unknown[] = [];
  try {
    for await (const board of platform.allBoards('pina_token')) boards.push({ ...board, pin_count: board.pinCount });
    boards.push({ ...(await platform.user('pina_token')).value });
  } catch (error) {
    if (!(error instanceof PlatformError)) onFinding(`reading boards threw ${String(error)}`);
  }
  return boards;
}

/** A log of one project with one webhook for everything, which remembers what was written. */
function loggingStore(clock: () => Date) {
  const inner = openInMemoryEventStore(clock);
  const streams = new Set<string>();
  const store: EventStore = {
    ...inner,
    append: (stream, facts, expected) => {
      streams.add(stream);
      return inner.append(stream, facts, expected);
    },
  };
  const [projectId, webhookId] = [newId(), newId()];
  const subscription = { webhookId, projectId, epoch: 0, events: ['*'], accountIds: null, isDeleted: false, position: -1n };
  const outbox = webhookOutboxProcess({
    store,
    subscriptions: { load: async () => [subscription], save: async () => undefined },
    pins: { load: async () => [], save: async () => undefined },
    clock,
  });

  const inOrder = async (): Promise<RecordedFact[]> => {
    const all = await Promise.all([...streams].map((stream) => inner.read(stream)));
    return all.flat().sort((a, b) => Number(a.position - b.position));
  };

  return {
    store,
    projectId,
    /** Everything that was written, with the requests of deliveries that it leads to; positions begin behind `after`. */
    async facts(after: bigint): Promise<RecordedFact[]> {
      const [created] = webhookSamples;
      const webhook = { id: newId(), type: 'WebhookCreated', data: { ...created?.data, webhookId, projectId } };
      const metadata = { actor: { type: 'system' as const }, occurredAt: clock().toISOString(), schemaVersion: 1, projectId, epoch: 0 };
      const before = await inOrder();
      await outbox.react(before, null);
      await store.append(`webhook-${webhookId}`, [{ ...webhook, metadata }], 'no_stream');
      const all = await inOrder();
      const first = all.filter(({ type }) => type === 'WebhookCreated');
      const rest = all.filter(({ type }) => type !== 'WebhookCreated');
      return [...first, ...rest].map((fact, index) => ({ ...fact, position: after + BigInt(index + 1) }));
    },
  };
}
