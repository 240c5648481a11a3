import type { ClassConstructor } from 'class-transformer';
import { LRUCache } from 'lru-cache';
import { noteDeprecatedFields } from './deprecated.decorator';

const ofOneClass = 100;
const longestText = 300;

/**
 * Queries that were found right, as instances of the classes that checked them: clients send the same ones again and again. What a check says follows from
 * the query alone. At most 100 of a class, of at most 300 characters each.
 */
export class CheckedQueries {
  private readonly known = new WeakMap<object, LRUCache<string, object>>();

  /** The instance that `check` makes, or made of an equal query; frozen, as requests share it. Throws what `check` throws. */
  check<T extends object>(type: ClassConstructor<T>, query: unknown, check: () => Promise<T>): T | Promise<T> {
    const text = JSON.stringify(query);
    const known = this.knownOf(type);
    const before = known.get(text) as T | undefined;
    if (!before) return check().then((instance) => remember(known, text, instance));
    noteDeprecatedFields(before, query as object);
    return before;
  }

  private knownOf(type: object): LRUCache<string, object> {
    const known = this.known.get(type) ?? new LRUCache<string, object>({ max: ofOneClass });
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
