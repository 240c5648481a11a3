import { seededRandom } from '@pps/kernel/testing';
import type { Pick, Step, Touch } from './turns';

export interface Exploration {
  /** Interleavings that ran to their end. */
  readonly interleavings: number;
  /** Whether every other one only swaps steps that commute. */
  readonly isExhaustive: boolean;
}

interface Node {
  readonly ready: readonly Step[];
  /** Steps whose interleavings from here were all seen before. */
  readonly asleep: readonly Step[];
  readonly tried: Step[];
  current: Step;
}

/**
 * Runs every interleaving once, of those that differ only by steps that commute one; where there are more than `most`, so many that the seed chooses.
 * `run` gives false to stop.
 */
export async function explore(most: number, seed: number, run: (pick: Pick) => Promise<boolean>): Promise<Exploration> {
  const path: Node[] = [];
  for (let runs = 0, complete = 0; ; runs++) {
    if (runs >= most) return exploreByChance(most, seed, run);
    const { pick, wasCut } = following(path);
    const goesOn = await run(pick);
    if (!wasCut()) complete++;
    if (!goesOn || !stepBack(path)) return { interleavings: complete, isExhaustive: goesOn };
  }
}

/** Takes the steps of the path, then the first ones that are not asleep. */
function following(path: Node[]): { readonly pick: Pick; readonly wasCut: () => boolean } {
  let depth = 0;
  let isCut = false;
  const pick: Pick = (ready) => {
    const known = path[depth++];
    if (known) return known.current;
    const asleep = asleepAfter(path.at(-1));
    const current = ready.find(({ key }) => !asleep.some((step) => step.key === key));
    isCut = current === undefined;
    if (current) path.push({ ready: [...ready], asleep, tried: [], current });
    return current ?? null;
  };
  return { pick, wasCut: () => isCut };
}

function asleepAfter(node: Node | undefined): readonly Step[] {
  return node ? [...node.asleep, ...node.tried].filter((step) => commute(step, node.current)) : [];
}

/** Turns to the next step that was not tried; false when none is left. */
function stepBack(path: Node[]): boolean {
  for (let node = path.at(-1); node; node = path.at(-1)) {
    node.tried.push(node.current);
    const done = [...node.asleep, ...node.tried];
    const next = node.ready.find(({ key }) => !done.some((step) => step.key === key));
    if (next) {
      node.current = next;
      return true;
    }
    path.pop();
  }
  return false;
}

async function exploreByChance(most: number, seed: number, run: (pick: Pick) => Promise<boolean>): Promise<Exploration> {
  const random = seededRandom(seed);
  for (let interleavings = 1; ; interleavings++) {
    const goesOn = await run((ready) => ready[Math.floor(random() * ready.length)] ?? null);
    if (!goesOn || interleavings >= most) return { interleavings, isExhaustive: false };
  }
}

const commute = (a: Step, b: Step): boolean => a.task !== b.task && !clash(a.touch, b.touch) && !clash(b.touch, a.touch);

const clash = ({ writes = [] }: Touch, other: Touch): boolean =>
  writes.some((what) => other.reads?.includes(what) === true || other.writes?.includes(what) === true);
