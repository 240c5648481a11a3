export type Chance = () => number;

/** Chance that is the same each time (mulberry32). */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const values: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  '\ud83d',
  'a\0',
  [],
  {},
  true,
  '9999-12-31T23:59:59Z',
  ['x'],
  { x: { y: [] } },
  'x'.repeat(5_000),
];

const pick = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T;

/** The message with something about it changed: a byte, a field, a header, or several. */
export function mutateMessage(message: Message, chance: Chance): { body: string; headers: Record<string, string> } {
  const kinds = [mutateField, mutateField, mutateBytes, mutateHeader, repeatMessage];
  let mutated = { body: message.body, headers: { ...message.headers } };
  for (let left = 1 + Math.floor(chance() * 3); left > 0; left -= 1) mutated = pick(kinds, chance)(mutated, chance);
  return mutated;
}

type Mutable = { body: string; headers: Record<string, string> };

function mutateField(message: Mutable, chance: Chance): Mutable {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message.body);
  } catch {
    return message;
  }
  const places: [Record<string, unknown>, string][] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push([value as Record<string, unknown>, name]);
      walk((value as Record<string, unknown>)[name]);
    }
  };
  walk(parsed);
  if (places.length === 0) return message;
  const [owner, name] = pick(places, chance);
  const way = chance();
  if (way < 0.25) delete owner[name];
  else if (way < 0.4) owner[`${name}x`] = owner[name];
  else owner[name] = pick(values, chance);
  return { ...message, body: JSON.stringify(parsed) };
}

function mutateBytes({ body, headers }: Mutable, chance: Chance): Mutable {
  const at = Math.floor(chance() * body.length);
  const way = chance();
  if (way < 0.4) return { headers, body: body.slice(0, at) };
  if (way < 0.7) return { headers, body: body.slice(0, at) + pick(['"', '{', '}', '\\', '\n', '\u0000', '😀'], chance) + body.slice(at) };
  return { headers, body: body.slice(0, at) + body.slice(at + 1) };
}

function mutateHeader({ body, headers }: Mutable, chance: Chance): Mutable {
  const name = pick(Object.keys(headers), chance);
  const { [name]: value = '', ...others } = headers;
  if (chance() < 0.3) return { body, headers: others };
  return {
    body,
    headers: {
      ...headers,
      [name]: pick(['', 'x', `${value},x`, '2025-11-25', '1900-01-01', '=?base64?eA==?=', '*/*', 'text/html'], chance),
    },
  };
}

const repeatMessage = ({ body, headers }: Mutable, chance: Chance): Mutable => ({
  headers,
  body: `[${Array.from({ length: Math.floor(chance() * 4) }, () => body).join(',')}]`,
});
