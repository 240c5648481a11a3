import { fileBody, type Extend, type MadeBody, type Upload } from './file-body';
import type { Operation } from './operation';
import { settingsOfCall, type CallOptions, type Settings } from './settings';

/** What every try of a call sends. */
export interface BuiltRequest {
  readonly operation: Operation;
  readonly settings: Settings;
  readonly path: string;
  readonly url: string;
  readonly headers: Headers;
  readonly idempotencyKey: string | null;
  /** Whether it may be sent again when nobody knows what became of it. */
  readonly isRepeatable: boolean;
  /** Whether its body can be sent again at all. */
  readonly isLasting: boolean;
  makeBody(extend: Extend): Promise<MadeBody>;
}

export interface CallInput {
  readonly path?: readonly unknown[];
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly file?: Upload;
}

/** The request of a call, with the idempotency key that all of its tries have. */
export function buildRequest(client: Settings, operation: Operation, input: CallInput, options: CallOptions = {}): BuiltRequest {
  const settings = settingsOfCall(client, options);
  const path = pathOf(operation.path, input.path ?? []);
  const { body, query, file } = input;
  const own = typeof body === 'object' && body !== null ? ((body as { readonly idempotency_key?: unknown }).idempotency_key ?? null) : null;
  const headers = new Headers({
    accept: operation.traits.includes('s') ? 'text/event-stream' : 'application/json, */*;q=0.5',
    ...client.headers,
    ...options.headers,
  });
  const named = options.idempotencyKey ?? headers.get('idempotency-key');
  const idempotencyKey = named ?? (own === null && operation.traits.includes('k') ? newKey() : null);
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey);
  const json = body === undefined ? undefined : JSON.stringify(body, refuseNoDate);
  const sent = file === undefined ? null : fileBody(file);
  const hasKey = idempotencyKey !== null || (own !== null && operation.traits.includes('k'));
  return {
    ...{ operation, settings, path, headers },
    url: `${client.baseUrl}${path}${searchOf(query)}`,
    idempotencyKey: idempotencyKey ?? (typeof own === 'string' ? own : null),
    isRepeatable: operation.verb !== 'POST' || hasKey || operation.traits.includes('r'),
    isLasting: sent?.isLasting ?? true,
    makeBody: async (extend) => sent?.make(extend) ?? (json === undefined ? { body: null } : { body: json, type: 'application/json' }),
  };
}

function pathOf(template: string, values: readonly unknown[]): string {
  let at = 0;
  return template.replace(/\{}/g, () => {
    const value = values[at++];
    // Without it, or with dots, the address would be that of something else.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${template} needs ids`);
    return encodeURIComponent(value);
  });
}

function searchOf(query: CallInput['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** JSON has null for a date that is none, and null has a meaning of its own. */
function refuseNoDate(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const date = this[name];
  if (date instanceof Date && Number.isNaN(date.getTime())) throw new RangeError(`${name} is no date`);
  return value;
}

/** Pages that are not served over https have no `randomUUID`. */
const newKey = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
