interface Asked<Value> {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A look-up by key that is made together with those that begin in the same turn of the event loop, `atMost` keys at once. Where that fails each key is
 * looked up alone, one after the other, if the error may be the fault of one key.
 */
export function groupLookups<Value>(
  atMost: number,
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  mayBeOfOneKey: (error: unknown) => boolean,
): (key: string) => Promise<Value | undefined> {
  let waiting: Asked<Value>[] = [];

  const answer = async (group: readonly Asked<Value>[]): Promise<void> => {
    const keys = new Set(group.map(({ key }) => key));
    try {
      const found = await lookUp([...keys]);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      if (keys.size === 1 || !mayBeOfOneKey(error)) for (const { reject } of group) reject(error);
      else for (const key of keys) await answer(group.filter((asked) => asked.key === key));
    }
  };
  const answerAll = () => {
    const asked = waiting;
    waiting = [];
    for (let start = 0; start < asked.length; start += atMost) void answer(asked.slice(start, start + atMost));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerAll);
      waiting.push({ key, resolve, reject });
    });
}
