import type { BuiltRequest } from './build-request';
import { ConnectionError } from './errors';
import type { Query } from './list';
import { withDates } from './moments';
import { parseJson, readPieces } from './read-answer';
import { asOurs, sendRequest, type Try } from './send-request';

/** An answer of many lines: `for await` gives one after the other while they come, and goes on after a lost connection where it was. */
export interface Lines<Item> extends AsyncIterable<Item> {
  /** Each line as it came. */
  texts(): AsyncIterable<string>;
  /** The raw answer, its body unread. */
  asResponse(): Promise<Response>;
}

const longestLine = 16 * 2 ** 20;

/** The lines of an answer; `requestOf` makes the request for what comes from a query on. */
export function linesOf<Item>(query: Query, requestOf: (query: Query) => BuiltRequest): Lines<Item> {
  const open = (asked: Query) => {
    const request = requestOf(asked);
    return { request, sent: sendRequest(request, (response, attempt) => Promise.resolve({ response, attempt }), true) };
  };
  async function* read<Read>(take: (item: unknown, line: string) => Read): AsyncGenerator<Read> {
    let asked = query;
    for (let silent = 0; ;) {
      const { request, sent } = open(asked);
      const { response, attempt } = (await sent).data;
      try {
        for await (const line of readLines(response, attempt)) {
          const item = parseJson(line, response.status);
          asked = { ...asked, cursor: cursorAfter(item) ?? asked.cursor };
          silent = 0;
          yield take(item, line);
        }
        return;
      } catch (error) {
        const failure = asOurs(error, attempt.signal, request.settings.signal);
        if (!(failure instanceof ConnectionError) || asked.cursor === query.cursor || silent++ >= request.settings.maxRetries)
          throw failure;
      } finally {
        attempt.end();
      }
    }
  }
  return {
    [Symbol.asyncIterator]: () => read((item) => withDates(item) as Item),
    texts: () => read((_, line) => line),
    async asResponse() {
      const { response, attempt } = (await open(query).sent).data;
      attempt.untime();
      return response;
    },
  };
}

/** A fact's number in the history is where an export can be begun again after it. */
function cursorAfter(item: unknown): number | undefined {
  const { leaf_index: index } = (item ?? {}) as { readonly leaf_index?: unknown };
  return typeof index === 'number' ? index + 1 : undefined;
}

async function* readLines(response: Response, attempt: Try): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of readPieces(response, attempt)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ConnectionError('a line is longer than 16 MB', true);
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') yield rest;
}
