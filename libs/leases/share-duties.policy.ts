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

interface Share {
  readonly holder: string;
  count: number;
  /** What it leads and has not been given just now: nothing moves twice. */
  readonly movable: Set<string>;
}

/**
 * Which duties should change hosts so that all lead equally many, or one more: each goes from who leads most to who leads least of those that want it, only
 * where that one leads at least two fewer. Everybody who sees the same rows computes the same moves.
 */
export function shareDuties(led: readonly LedDuty[], contenders: readonly Contender[]): readonly DutyMove[] {
  const wanted = new Map(contenders.map((contender) => [contender.holder, new Set(contender.wanted)]));
  const shares = [...new Set([...contenders, ...led].map(({ holder }) => holder))].map((holder): Share => {
    const own = led.filter((each) => each.holder === holder).map(({ duty }) => duty);
    return { holder, count: own.length, movable: new Set(own.sort()) };
  });
  const moves: DutyMove[] = [];
  for (let move = nextMove(shares, wanted); move; move = nextMove(shares, wanted)) {
    const { duty, from, to } = move;
    from.movable.delete(duty);
    from.count -= 1;
    to.count += 1;
    moves.push({ duty, from: from.holder, to: to.holder });
  }
  return moves;
}

function nextMove(shares: readonly Share[], wanted: ReadonlyMap<string, ReadonlySet<string>>) {
  const sorted = [...shares].sort((a, b) => a.count - b.count || (a.holder < b.holder ? -1 : 1));
  const takers = sorted.filter(({ holder }) => wanted.has(holder));
  for (const from of sorted.reverse()) {
    for (const to of takers) {
      if (from.count - to.count < 2) break;
      const duty = [...from.movable].find((each) => wanted.get(to.holder)?.has(each));
      if (duty !== undefined) return { duty, from, to };
    }
  }
  return null;
}
