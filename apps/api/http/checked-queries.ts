import type { ClassConstructor } from 'class-transformer';
import { LRUCache } from 'lru-cache';
import { noteDeprecatedFields } from './deprecated.decorator';

const ofOneClass = 100;
const longestText = 300;
const maxAgeMs = 60_000;

const SENT_AGAIN = Symbol('SentAgain');

/** Marks a query, with those that extend it, that clients send again and again; never one with a secret, as it stays in memory for a minute. */
export const SentAgain = (): ClassDecorator => (type) => Reflect.defineMetadata(SENT_AGAIN, true, type);

/**
 * Queries that were found right, as instances of the classes that checked them, where these are marked: what a check says follows from the query alone. At
 * most 100 of a class, of at most 300 characters each, for a minute.
 */
export class CheckedQueries {
  private readonly known = new WeakMap<object, LRUCache<string, object>>();

  constructor(private readonly perf: { now(): number } = performance) {}

  /** The instance that `check` makes, or made of an equal query; frozen where requests share it. Throws what `check` throws. */
  check<T extends object>(type: ClassConstructor<T>, query: unknown, check: () => Promise<T>): T | Promise<T> {
    if (!Reflect.hasMetadata(SENT_AGAIN, type)) return check();
    const text = JSON.stringify(query);
    const known = this.knownOf(type);
    const before = known.get(text) as T | undefined;
    if (!before) return check().then((instance) => remember(known, text, instance));
    noteDeprecatedFields(before, query as object);
    return before;
  }

  private knownOf(type: object): LRUCache<string, object> {
    const options = { max: ofOneClass, ttl: maxAgeMs, ttlAutopurge: true, ttlResolution: 0, perf: this.perf };
    const known = this.known.get(type) ?? new LRUCache<string, object>(options);
    this.known.set(type, known);
    return known;
  }
}

function remember<T extends object>(known: LRUCache<string, object>, text: string, instance: T): T {
  // Nothing inside of it could be changed once it is frozen.
  const isFlat = Object.values(instance).every((value) => typeof value !== 'object' || value === null);
  if (text.length <= longestText && isFlat) known.set(text, Object.freeze(instance));
  return instance;
}
