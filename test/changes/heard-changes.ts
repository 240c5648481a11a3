import { request, type IncomingMessage } from 'node:http';
import { eventually } from '../setup/eventually';

export interface HeardEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of the stream of changes: what it has heard so far. */
export interface HeardChanges {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly HeardEvent[];
  /** Everything that came, as it came. */
  readonly text: string;
  /** Where it would go on. */
  readonly lastId: string | undefined;
  readonly hasEnded: boolean;
  /** Waits until something is found among the events. */
  hear(what: string, isIt: (event: HeardEvent) => boolean): Promise<HeardEvent>;
  ended(): Promise<void>;
  close(): void;
}

export type HearOptions = Readonly<Record<string, string>>;

/** Opens the stream of an API process; resolves once it is open, or refused. */
export function hearChanges(url: string, headers: HearOptions, query = ''): Promise<HeardChanges> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/changes${query}`, { headers: { accept: 'text/event-stream', ...headers }, agent: false }, (answer) => {
      const heard = collect(answer, () => asked.destroy());
      if (answer.statusCode !== 200) answer.once('end', () => resolve(heard));
      else answer.once('data', () => resolve(heard));
    });
    asked.once('error', reject).end();
  });
}

function collect(answer: IncomingMessage, close: () => void): HeardChanges {
  let [text, rest, hasEnded] = ['', '', false];
  let lastId: string | undefined;
  const events: HeardEvent[] = [];
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  });
  for (const end of ['end', 'close', 'error'] as const) answer.once(end, () => (hasEnded = true));

  function take(block: string): void {
    const lines = block.split('\n').map((line) => line.split(/: ?(.*)/, 2) as [string, string]);
    const fields = Object.fromEntries(lines) as Readonly<Record<string, string | undefined>>;
    lastId = fields['id'] ?? lastId;
    if (fields['data'] !== undefined)
      events.push({ event: fields['event'] ?? 'message', id: lastId, data: JSON.parse(fields['data']) as HeardEvent['data'] });
  }

  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    events,
    get text() {
      return text;
    },
    get lastId() {
      return lastId;
    },
    get hasEnded() {
      return hasEnded;
    },
    hear: (what, isIt) => eventually(what, async () => events.find(isIt)),
    async ended() {
      await eventually('the stream ends', async () => (hasEnded ? true : undefined));
    },
    close,
  };
}

export const isChangeOf =
  (id: string) =>
  (heard: HeardEvent): boolean =>
    heard.event === 'change' && heard.data['id'] === id;

/** The reason of the last event of a kind. */
export const reasonOf = ({ events }: HeardChanges, event: string): unknown =>
  events.findLast((heard) => heard.event === event)?.data['reason'];
