/** What some work answered, and how many fields and items of its input it read. */
export interface CountedReads<Answer> {
  readonly answer: Answer;
  readonly reads: number;
}

/**
 * Counts the fields and items that the work reads of a value that JSON can hold, however deep they lie: a measure of its cost that no busy machine
 * changes. What `work` answers may refer to the counted value: use it for nothing else.
 */
export function countReads<Value, Answer>(value: Value, work: (counted: Value) => Answer): CountedReads<Answer> {
  let reads = 0;
  const counted = <Part>(part: Part): Part => {
    if (typeof part !== 'object' || part === null) return part;
    return new Proxy(part, {
      get(target, key) {
        reads++;
        return counted(Reflect.get(target, key) as unknown);
      },
      has(target, key) {
        reads++;
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor(target, key) {
        reads++;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
  };
  const answer = work(counted(value));
  return { answer, reads };
}
