import { momentsAt } from '../shown/wall-time';

/** When a pin is to be published; `unclear` while what is typed is no time of the zone, or two. */
export type When = { readonly kind: 'now' } | { readonly kind: 'unclear' } | { readonly kind: 'at'; readonly moment: Date };

/** A time as it is typed, and which of two moments is meant where clocks are put back over it. */
export interface TypedTime {
  readonly local: string;
  readonly which: number | null;
}

export function whenOf({ local, which }: TypedTime, zone: string): When {
  if (local === '') return { kind: 'now' };
  const moments = momentsAt(local, zone);
  const moment = moments[moments.length === 1 ? 0 : (which ?? -1)];
  return moment === undefined ? { kind: 'unclear' } : { kind: 'at', moment };
}
