import { editsBetween } from './edits-between';

export interface DescribedRoute {
  readonly method: string;
  /** With `{name}` for what varies. */
  readonly path: string;
}

/** The path of the described route that a path was probably meant for, with `{name}` for what varies; null where none is like it. */
export type SuggestRoute = (method: string, path: string) => string | null;

/** Whoever asks for longer paths, or deeper ones, has not mistyped one of ours. */
const longestPath = 300;
const mostSegments = 10;

/** Of a segment that one of the two paths lacks, as of two wrong letters; its version is what most often is left out. */
const missingSegment = 2;
const missingVersion = 1;
/** So that of two routes the one that names the segment is preferred, mistyped where it has no digits as ids have. */
const variableSegment = (segment: string): number => (/\d/.test(segment) ? 0.5 : 1.25);
/** Less than for a segment in the place of another one. */
const mostDistance = 3.5;

interface Alignment {
  readonly distance: number;
  /** Segments of the route's own words that were found, perhaps mistyped; its version tells nothing. */
  readonly found: number;
}

/**
 * Finds described routes by the letters and segments that a path differs by; the case of letters and doubled or trailing slashes do not matter. Only what
 * is described can be found, and nothing of what was asked for is repeated.
 */
export function suggestRoute(routes: readonly DescribedRoute[]): SuggestRoute {
  const known = routes.map((route) => ({ ...route, segments: segmentsOf(route.path) }));
  return (method, path) => {
    if (path.length > longestPath) return null;
    const asked = segmentsOf(path.toLowerCase());
    if (asked.length === 0 || asked.length > mostSegments) return null;
    const distances = new Map<string, number>();
    const distanceOf = (segment: string, own: string): number => {
      const pair = `${segment}/${own}`;
      const measured = distances.get(pair) ?? segmentDistance(segment, own);
      distances.set(pair, measured);
      return measured;
    };
    let best: { readonly path: string; readonly distance: number } | null = null;
    for (const route of known) {
      if (Math.abs(route.segments.length - asked.length) > 2) continue;
      const { distance, found } = align(asked, route.segments, distanceOf);
      // Of equally near ones, that which answers the method.
      const total = distance + (route.method === method ? 0 : 0.25);
      if (found > 0 && distance <= mostDistance && (best === null || total < best.distance)) best = { path: route.path, distance: total };
    }
    return best?.path ?? null;
  };
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

const isVariable = (own: string): boolean => own.startsWith('{');
const isVersion = (own: string): boolean => /^v\d+$/.test(own);

function segmentDistance(segment: string, own: string): number {
  const most = own.length <= 4 ? 1 : 2;
  return editsBetween(segment, own.toLowerCase(), most) ?? Infinity;
}

/** The least distance of two paths, segment by segment, where each may lack some of the other's. */
function align(asked: readonly string[], own: readonly string[], distanceOf: (segment: string, own: string) => number): Alignment {
  const none: Alignment = { distance: Infinity, found: 0 };
  const leftOut = (word: string): number => (isVersion(word) ? missingVersion : missingSegment);
  let before: Alignment[] = [{ distance: 0, found: 0 }];
  for (const word of own) before.push(plus(before.at(-1) ?? none, leftOut(word)));
  for (const segment of asked) {
    const row = [plus(before[0] ?? none, missingSegment)];
    for (const [index, word] of own.entries()) {
      const paired = isVariable(word)
        ? plus(before[index] ?? none, variableSegment(segment))
        : plus(before[index] ?? none, distanceOf(segment, word), isVersion(word) ? 0 : 1);
      row.push(nearest(paired, plus(before[index + 1] ?? none, missingSegment), plus(row[index] ?? none, leftOut(word))));
    }
    before = row;
  }
  return before.at(-1) ?? none;
}

const plus = ({ distance, found }: Alignment, more: number, words = 0): Alignment => ({ distance: distance + more, found: found + words });

const nearest = (...alignments: readonly Alignment[]): Alignment =>
  alignments.reduce((best, each) =>
    each.distance < best.distance || (each.distance === best.distance && each.found > best.found) ? each : best,
  );
