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
  readonly duties: Set<string>;
}

/**
 * Which duties should change hosts so that all lead about as much by weight: one after the other from a host that leads much to one that leads
 * little and wants it, and only while the larger of the two loads becomes smaller by 1 at least. So the sum of the squares of all loads falls with each
 * move, and it ends; nothing moves twice. Weights are integers from 1. Everybody who sees the same computes the same.
 */
export function shareDuties(
  led: readonly LedDuty[],
  contenders: readonly Contender[],
  weightOf: (duty: string) => number,
): readonly DutyMove[] {
  const loads = loadsOf(led, contenders, weightOf);
  const wanted = new Map(contenders.map((contender) => [contender.holder, new Set(contender.wanted)]));
  const moves: DutyMove[] = [];
  for (let move = nextMove(loads, wanted, weightOf); move; move = nextMove(loads, wanted, weightOf)) {
    const { duty, from, to } = move;
    from.duties.delete(duty);
    from.weight -= weightOf(duty);
    to.weight += weightOf(duty);
    moves.push({ duty, from: from.holder, to: to.holder });
  }
  return moves;
}

function loadsOf(led: readonly LedDuty[], contenders: readonly Contender[], weightOf: (duty: string) => number): Load[] {
  const loads = new Map<string, Load>();
  const loadOf = (holder: string): Load => {
    const load = loads.get(holder) ?? { holder, weight: 0, duties: new Set() };
    loads.set(holder, load);
    return load;
  };
  for (const { holder } of contenders) loadOf(holder);
  for (const { duty, holder } of led) {
    const load = loadOf(holder);
    load.duties.add(duty);
    load.weight += weightOf(duty);
  }
  return [...loads.values()];
}

function nextMove(loads: readonly Load[], wanted: ReadonlyMap<string, ReadonlySet<string>>, weightOf: (duty: string) => number) {
  const takers = loads.filter(({ holder }) => wanted.has(holder)).sort(byWeight);
  for (const from of [...loads].sort(byWeight).reverse()) {
    for (const to of takers) {
      const duty = bestDuty(from, to, wanted.get(to.holder), weightOf);
      if (duty !== null) return { duty, from, to };
    }
  }
  return null;
}

/** The duty whose move leaves the larger load smallest, of these the first by name; null where none makes it smaller. */
function bestDuty(from: Load, to: Load, wanted: ReadonlySet<string> | undefined, weightOf: (duty: string) => number): string | null {
  let best: { readonly duty: string; readonly larger: number } | null = null;
  for (const duty of from.duties) {
    const weight = weightOf(duty);
    const larger = Math.max(from.weight - weight, to.weight + weight);
    if (!wanted?.has(duty) || larger >= from.weight) continue;
    if (best === null || larger < best.larger || (larger === best.larger && duty < best.duty)) best = { duty, larger };
  }
  return best?.duty ?? null;
}

const byWeight = (a: Load, b: Load): number => a.weight - b.weight || (a.holder < b.holder ? -1 : 1);
