import { explore } from './explore';
import { ask, type Answer, type PairCommand } from './pair-command';
import { PairWorld, type Start } from './pair-world';
import { finish } from './settle';
import type { Plant } from './planted-pair-bugs';
import type { Pick } from './turns';

/** Something to which two commands happen at once. */
export interface Subject {
  readonly name: string;
  /** A world in which it is as this situation says. */
  readonly start: () => Promise<Start>;
  readonly commands: readonly PairCommand[];
  /** Readies the world for this run. */
  readonly prepare?: (world: PairWorld) => void;
  /** Lets happen what is left to happen. */
  readonly settle: (world: PairWorld) => Promise<void>;
  /** What is there at the end, without times and ids. */
  readonly end: (world: PairWorld) => unknown;
  /** What no interleaving may break; null where all is well. */
  readonly breach: (world: PairWorld) => string | null;
}

export interface PairReport {
  readonly subject: string;
  readonly pair: readonly [string, string];
  readonly interleavings: number;
  readonly isExhaustive: boolean;
  /** The first one: what is wrong, and the steps that led to it. */
  readonly violation: { readonly what: string; readonly steps: readonly string[] } | null;
}

interface Ending {
  readonly answers: readonly [Answer, Answer];
  readonly end: string;
}

type Pair = readonly [PairCommand, PairCommand];

/** Runs two commands at once in every interleaving, or in `most` that the seed chooses, up to the first that breaks a promise. */
export async function checkPair(
  subject: Subject,
  pair: Pair,
  { most, seed, plant }: { readonly most: number; readonly seed: number; readonly plant?: Plant },
): Promise<PairReport> {
  const start = await subject.start();
  const orders: Ending[] = [];
  for (const order of [[0, 1], [1, 0], [0], [1]] as const) orders.push(await inTurn(subject, start, pair, order));
  let violation: PairReport['violation'] = null;
  const explored = await explore(most, seed, async (pick) => {
    const ran = await atOnce(subject, start, pair, pick, plant);
    if (!ran) return true;
    const what = ran.breach ?? differenceFrom(orders, ran);
    if (what !== null) violation = { what, steps: ran.steps };
    return what === null;
  });
  return { subject: subject.name, pair: [pair[0].name, pair[1].name], ...explored, violation };
}

async function inTurn(subject: Subject, start: Start, pair: Pair, order: readonly (0 | 1)[]): Promise<Ending> {
  const world = open(subject, start);
  const answers: [Answer, Answer] = ['not asked', 'not asked'];
  void world.rows.follow();
  for (const index of order) {
    await finish(world, async () => (answers[index] = await ask(world, taskOf(index), pair[index])));
    world.rows.catchUp();
  }
  await subject.settle(world);
  return { answers, end: JSON.stringify(subject.end(world)) };
}

/** Null where the run was cut short because the same was seen before. */
async function atOnce(subject: Subject, start: Start, pair: Pair, pick: Pick, plant?: Plant) {
  const world = open(subject, start);
  world.plant = plant;
  const answers: [Answer | null, Answer | null] = [null, null];
  const faults: unknown[] = [];
  void world.rows.follow();
  for (const index of [0, 1] as const) {
    ask(world, taskOf(index), pair[index]).then(
      (answer) => (answers[index] = answer),
      (error: unknown) => faults.push(error),
    );
  }
  let isCut = false;
  const steps = await world.turns.run((ready) => {
    const step = pick(ready);
    isCut = step === null;
    return step;
  });
  if (isCut) return null;
  if (faults.length > 0) return { steps, breach: `a request failed: ${String(faults[0])}`, answers: ['done', 'done'] as const, end: '' };
  const [first, second] = answers;
  if (first === null || second === null) return { steps, breach: 'a request waits for ever', answers: ['done', 'done'] as const, end: '' };
  await subject.settle(world);
  return { steps, answers: [first, second] as const, breach: subject.breach(world), end: JSON.stringify(subject.end(world)) };
}

function open(subject: Subject, start: Start): PairWorld {
  const world = new PairWorld(start);
  subject.prepare?.(world);
  return world;
}

const taskOf = (index: number): string => (index === 0 ? 'first' : 'second');

/** Null where one of the two orders answers and ends the same, or where it ends as the other alone for one that was told to come again. */
function differenceFrom(orders: readonly Ending[], ran: Ending): string | null {
  const isSame = orders.some(({ answers, end }) => end === ran.end && answers.every((answer, index) => isLike(answer, ran.answers[index])));
  if (isSame) return null;
  const told = [...orders.slice(0, 2), ran].map(({ answers, end }) => `${JSON.stringify(answers)} ${end}`);
  return `no order ends so: ${told.at(-1)}; one after the other: ${told.slice(0, 2).join(' or ')}`;
}

function isLike(answer: Answer, other: Answer | undefined): boolean {
  if (other === undefined || answer === 'not asked') return other === 'not now';
  if (answer === 'so already' || other === 'so already') return true;
  return (answer === 'done') === (other === 'done');
}
