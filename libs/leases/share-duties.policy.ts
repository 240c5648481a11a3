/** A duty and who leads it. */
export interface LedDuty {
  readonly duty: string;
  readonly holder: string;
}

/** A host that would lead more duties. */
export interface Contender {
  readonly holder: string;
  readonly wanted: readonly string[];
}

export interface DutyMove {
  readonly duty: string;
  readonly from: string;
  readonly to: string;
}

interface Load {
  readonly holder: string;
  weight: number;
  /** Those that may still be moved, of the weight that is being shared. */
  readonly duties: Set<string>;
}

/**
 * Which duties should change hosts so that all lead about as much: the heaviest are shared first, then those of the next weight so that they also even
 * out what is left, and so on. One after the other goes from a host that leads much to one that leads little and wants it, only while the larger of the two
 * loads becomes smaller. So the sum of the squares of all loads falls with each move, for the heaviest or else for the next, and it ends; nothing moves
 * twice. Weights are integers from 1. Everybody who sees the same computes the same.
 */
export function shareDuties(
  led: readonly LedDuty[],
  contenders: readonly Contender[],
  weightOf: (duty: string) => number,
): readonly DutyMove[] {
  const loads = [...new Set([...contenders, ...led].map(({ holder }) => holder))].map((holder): Load => ({
    holder,
    weight: 0,
    duties: new Set(),
  }));
  const wanted = new Map(contenders.map((contender) => [contender.holder, new Set(contender.wanted)]));
  const weights = [...new Set(led.map(({ duty }) => weightOf(duty)))].sort((a, b) => b - a);
  return weights.flatMap((weight) => {
    const ofWeight = led.filter(({ duty }) => weightOf(duty) === weight);
    for (const load of loads) {
      const own = ofWeight.filter(({ holder }) => holder === load.holder).map(({ duty }) => duty);
      load.duties.clear();
      for (const duty of own.sort()) load.duties.add(duty);
      load.weight += weight * own.length;
    }
    return movesOf(weight, loads, wanted);
  });
}

function movesOf(weight: number, loads: readonly Load[], wanted: ReadonlyMap<string, ReadonlySet<string>>): DutyMove[] {
  const moves: DutyMove[] = [];
  for (let move = nextMove(weight, loads, wanted); move; move = nextMove(weight, loads, wanted)) {
    const { duty, from, to } = move;
    from.duties.delete(duty);
    from.weight -= weight;
    to.weight += weight;
    moves.push({ duty, from: from.holder, to: to.holder });
  }
  return moves;
}

function nextMove(weight: number, loads: readonly Load[], wanted: ReadonlyMap<string, ReadonlySet<string>>) {
  const sorted = [...loads].sort(byWeight);
  const takers = sorted.filter(({ holder }) => wanted.has(holder));
  for (const from of sorted.reverse()) {
    for (const to of takers) {
      if (from.weight - to.weight <= weight) break;
      const duty = [...from.duties].find((each) => wanted.get(to.holder)?.has(each));
      if (duty !== undefined) return { duty, from, to };
    }
  }
  return null;
}

const byWeight = (a: Load, b: Load): number => a.weight - b.weight || (a.holder < b.holder ? -1 : 1);
