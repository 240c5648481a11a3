import type { WalkStep } from '../../test/campaigns/generated-clients/walk/walker';

/** What is shown of an operation: what was sent, and what each of its successes answered. */
export interface OperationExample {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A list shows what its items are by its first ones. */
const mostItems = 2;
const reads = ['GET', 'HEAD'];

/** One example for each operation of a walk: of a change the first one that succeeded, of a read the one that answered most. */
export async function chooseExamples(steps: readonly WalkStep[]): Promise<Readonly<Record<string, OperationExample>>> {
  const chosen = new Map<string, Map<number, Shown>>();
  for (const step of steps) {
    if (step.fault !== null || step.answer === null) continue;
    const { operation, input, answer } = step;
    const shown = { input, answer: shorten(await readable(answer.body)) };
    const statuses = chosen.get(operation.id) ?? new Map<number, Shown>();
    const known = statuses.get(answer.status);
    if (!known || (reads.includes(operation.method) && sizeOf(shown.answer) > sizeOf(known.answer))) statuses.set(answer.status, shown);
    chosen.set(operation.id, statuses);
  }
  return Object.fromEntries([...chosen].map(([id, statuses]) => [id, exampleOf(statuses)]));
}

interface Shown {
  readonly input: WalkStep['input'];
  readonly answer: unknown;
}

function exampleOf(statuses: ReadonlyMap<number, Shown>): OperationExample {
  const [first] = statuses.values();
  const { path, query, body } = first?.input ?? {};
  const isFile = typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob);
  return {
    ...(path && { path }),
    ...(query && { query }),
    ...(body !== undefined && !isFile && { request: shorten(body) }),
    answers: Object.fromEntries([...statuses].map(([status, { answer }]) => [status, answer])),
  };
}

/** A file of text is shown by its first lines, another one not at all. */
async function readable(body: unknown): Promise<unknown> {
  if (!(body instanceof Blob)) return body;
  if (!/^text\/|ndjson/.test(body.type)) return undefined;
  const lines = (await body.text()).split('\n').slice(0, mostItems);
  return `${lines.join('\n').trim()}\n`;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.some((item) => typeof item === 'object' && item !== null) ? value.slice(0, mostItems) : value;
    return items.map(shorten);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}

const sizeOf = (value: unknown): number => (JSON.stringify(value) ?? '').replaceAll('null', '').length;
