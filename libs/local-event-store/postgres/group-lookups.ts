interface Asked<Value> {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A look-up by key that is made together with those that begin in the same turn of the event loop, `atMost` keys at once. All of them fail together. */
export function groupLookups<Value>(
  atMost: number,
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: Asked<Value>[] = [];

  const answer = async (group: readonly Asked<Value>[]) => {
    try {
      const found = await lookUp([...new Set(group.map(({ key }) => key))]);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of group) reject(error);
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
