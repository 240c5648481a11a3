import type { BuiltRequest } from './build-request';
import { ConnectionError } from './errors';
import type { Query } from './list';
import { withDates } from './moments';
import { parseJson, readPieces } from './read-answer';
import { asOurs, sendRequest } from './send-request';
import type { Try } from './try';

/** An answer of many lines: `for await` gives one after the other while they come, and goes on after a lost connection where it was. */
export interface Lines<Item> extends AsyncIterable<Item> {
  /** Each line as it came. */
  texts(): AsyncIterable<string>;
  /** The raw answer, its body unread. */
  asResponse(): Promise<Response>;
}

const longestLine = 16 * 2 ** 20;

/** One event of a stream. */
export interface ServerEvent {
  /** `open` once the stream is, each time anew; then `change`, `reset` or `end`; further ones may come. */
  readonly event: string;
  /** Where the stream can be begun again after it: `last_event_id`. */
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A part of an answer, and what the query has where the rest is asked for. */
interface Part {
  readonly next: Query | '' | undefined;
  /** Undefined where there is none. */
  readonly item: unknown;
  readonly line: string;
}

type ReadParts = (lines: AsyncIterable<string>, status: number) => AsyncGenerator<Part>;

/** The lines of an answer, or its events; `requestOf` makes the request for what comes from a query on. */
export function linesOf<Item>(query: Query, requestOf: (query: Query) => BuiltRequest, readParts: ReadParts = readItems): Lines<Item> {
  const open = (asked: Query) => {
    const request = requestOf(asked);
    return { request, sent: sendRequest(request, (response, attempt) => Promise.resolve({ response, attempt }), true) };
  };
  async function* read<Read>(take: (part: Part) => Read): AsyncGenerator<Read> {
    let asked = query;
    for (let silent = 0; ;) {
      const { request, sent } = open(asked);
      const { response, attempt } = (await sent).data;
      try {
        for await (const part of readParts(readLines(response, attempt), response.status)) {
          if (part.next) asked = { ...asked, ...part.next };
          silent = 0;
          if (part.item !== undefined) yield take(part);
        }
        return;
      } catch (error) {
        const failure = asOurs(error, attempt.signal, request.settings.signal);
        if (!(failure instanceof ConnectionError) || asked === query || silent++ >= request.settings.maxRetries) throw failure;
      } finally {
        attempt.end();
      }
    }
  }
  return {
    [Symbol.asyncIterator]: () => read(({ item }) => withDates(item) as Item),
    texts: () => read(({ line }) => line),
    async asResponse() {
      const { response, attempt } = (await open(query).sent).data;
      attempt.untime();
      return response;
    },
  };
}

/** A fact's number in the history is where an export can be begun again after it. */
async function* readItems(lines: AsyncIterable<string>, status: number): AsyncGenerator<Part> {
  for await (const line of lines) {
    if (line === '') continue;
    const item = parseJson(line, status);
    const { leaf_index: index } = (item ?? {}) as { readonly leaf_index?: unknown };
    yield { item, line, next: typeof index === 'number' ? { cursor: index + 1 } : undefined };
  }
}

type EventFields = { readonly [Name in 'event' | 'id' | 'data']?: string | undefined };

/** Server-sent events, as the HTML standard has them; what comes before the first is `open`. */
export async function* readEvents(lines: AsyncIterable<string>, status: number): AsyncGenerator<Part> {
  let fields: EventFields = {};
  let usual: EventFields = { event: 'open', data: '{}' };
  for await (const line of lines) {
    const [, name = '', value] = /^(\w*): ?(.*)/.exec(line) ?? [];
    if (line) {
      fields = { ...fields, [name]: value };
      continue;
    }
    const { event, id, data } = { ...usual, ...fields };
    fields = { id };
    usual = { event: 'message' };
    const next = id && { last_event_id: id };
    const item = data === undefined ? data : { event, id, data: parseJson(data, status) as ServerEvent['data'] };
    // Another process goes on where this one stops.
    if (item && item.data.reason === 'shutting_down') throw new ConnectionError('the service restarts', true);
    yield { next, item, line: data ?? '' };
  }
}

async function* readLines(response: Response, attempt: Try): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of readPieces(response, attempt)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ConnectionError('a line is too long', true);
    yield* lines;
  }
  if (rest !== '') yield rest;
}
