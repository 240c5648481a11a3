export interface FieldDifference {
  /** Where it stands, as `payload · title`. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

const deepest = 12;
const most = 500;

interface FieldDifferences {
  readonly differences: readonly FieldDifference[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Which fields of two answers differ; things of a list are told apart by their ids. A thing that is missing on one side is one line. */
export function fieldDifferences(before: unknown, after: unknown): FieldDifferences {
  const found: FieldDifference[] = [];
  compare(before, after, [], found);
  return { differences: found.slice(0, most), isCut: found.length > most };
}

function compare(before: unknown, after: unknown, place: readonly string[], found: FieldDifference[]): void {
  if (found.length > most || isSame(before, after)) return;
  const [one, other] = [partsOf(before), partsOf(after)];
  if (one === null || other === null || place.length > deepest) {
    found.push({ place: place.join(' · '), before, after });
    return;
  }
  const names = [...new Set([...one.keys(), ...other.keys()])];
  const shownOf = (name: string): string => one.get(name)?.shown ?? other.get(name)?.shown ?? name;
  const repeated = repeatedOf(names.map(shownOf));
  for (const name of names) {
    const [left, right] = [one.get(name), other.get(name)];
    // Things of one name are told apart by what they are found by.
    const shown = repeated.has(shownOf(name)) ? `${shownOf(name)} (${name})` : shownOf(name);
    compare(left?.value, right?.value, [...place, shown], found);
  }
}

function repeatedOf(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.has(text) || !seen.add(text)));
}

interface Part {
  readonly shown: string;
  readonly value: unknown;
}

/** The parts of something by name, those of a list by id; null of what has none. */
function partsOf(value: unknown): ReadonlyMap<string, Part> | null {
  if (Array.isArray(value)) {
    const ids = value.map((item: unknown) => (isThing(item) && typeof item['id'] === 'string' ? item['id'] : null));
    if (ids.includes(null) || ids.length === 0) return ids.length === 0 ? new Map() : null;
    return new Map(value.map((item: unknown, at) => [ids[at] as string, { shown: nameOf(item as Thing), value: item }]));
  }
  if (!isThing(value)) return null;
  return new Map(Object.entries(value).map(([name, part]) => [name, { shown: name, value: part }]));
}

type Thing = Readonly<Record<string, unknown>>;

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function nameOf(thing: Thing): string {
  const name = ['name', 'username', 'title', 'id'].map((each) => thing[each]).find((each) => typeof each === 'string');
  return String(name).slice(0, 80);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
