import { pause } from '@pps/concurrency';
import { headersOf } from '@pps/webhooks';
import { cleanOutsideText } from '@pps/kernel';
import { closeListeningWebhook, openListeningWebhook } from './listening-webhook';
import { refusalOf, type ServiceClient } from './service-client';

export interface ListenOptions {
  /** Where to; null: events are printed alone. */
  readonly forwardTo: URL | null;
  readonly secret: string;
  /** Names and patterns of events; null: all. */
  readonly events: readonly string[] | null;
  readonly say: (line: string) => void;
  /** Takes each event, and what came back for it where it is forwarded. */
  readonly showEvent: (event: DescribedEvent, outcome: string | null) => void;
}

const askEveryMs = 1_000;

/** Prints and forwards the events of the API key's project, in order, until the signal; then takes back what it made. Throws `CommandFailed`. */
export async function listen(
  service: ServiceClient,
  { forwardTo, secret, events, say, showEvent }: ListenOptions,
  signal: AbortSignal,
): Promise<void> {
  const webhook = await openListeningWebhook(service, { secret, events, forwardTo: forwardTo?.href ?? null });
  say(`listening; Ctrl-C ends it${forwardTo ? `, forwarding to ${forwardTo.href}` : ''}`);
  let last = webhook.newestDeliveryId;
  try {
    for (; !signal.aborted; await pause(askEveryMs, signal)) {
      const { ids, isIncomplete } = await findNewDeliveries(service, webhook.id, last);
      if (isIncomplete) say('more events came than can be shown; older ones are left out');
      for (const id of ids) {
        if (signal.aborted) break;
        const answer = await service.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${id}`);
        if (answer.status !== 200) throw refusalOf('a delivery cannot be read', answer);
        const delivery = answer.body as ShownDelivery;
        showEvent(delivery.payload, forwardTo && (await forwardDelivery(forwardTo, delivery, secret)));
        last = id;
      }
    }
  } finally {
    const isGone = await closeListeningWebhook(service, webhook.id).catch(() => false);
    say(isGone ? 'ended; nothing is left behind' : `ended; the webhook ${webhook.id} is left behind, disabled: the next run uses it again`);
  }
}

/** A delivery as the service shows it. */
interface ShownDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly payload: DescribedEvent;
}

const answerWithinMs = 15_000;

/** Sends it as the service would, signed with the secret; gives what came back in a few words. Never throws for the receiver. */
async function forwardDelivery(url: URL, { id, event_id: eventId, payload }: ShownDelivery, secret: string): Promise<string> {
  const body = JSON.stringify(payload);
  const { type: event, sequence, timestamp: occurredAt, data } = payload;
  const credentials = { secrets: [secret], privateKeys: [], headers: {} } as const;
  const headers = headersOf({ deliveryId: id, eventId, event, sequence, occurredAt, data }, body, credentials, new Date());
  const begun = performance.now();
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return `${response.status} in ${Math.round(performance.now() - begun)} ms`;
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code;
    return `no answer (${typeof cause === 'string' ? cause : error instanceof Error ? error.name : 'unknown'})`;
  }
}

/** What is told of an event; its data as the service sends it. */
export interface DescribedEvent {
  readonly type: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const longestText = 80;
// They would move the cursor, colour the terminal, or turn the order of what follows.
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const told = ['title', 'status', 'error_code', 'platform_url', 'source_filename', 'username', 'reason', 'threshold_percent', 'message'];

/** One line for a terminal: when, which, and the fields of its data that say most. */
export function describeEvent({ type, sequence, timestamp, data }: DescribedEvent): string {
  const fields = told.flatMap((name) => {
    const value = data[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [name === 'title' ? `"${shown(value)}"` : shown(value)];
  });
  const number = sequence === 0 ? 'test' : `#${sequence}`;
  return [shown(timestamp).slice(11, 19), number, shown(type), ...fields].join('  ');
}

const shown = (value: string | number): string => cleanOutsideText(String(value), longestText).replace(controls, '\ufffd');

interface NewDeliveries {
  /** The oldest first. */
  readonly ids: readonly string[];
  /** There were more than are looked for at once: older ones are left out. */
  readonly isIncomplete: boolean;
}

const pageSize = 200;
const mostPages = 50;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

/** The deliveries that came after one, or all of them; the 10,000 newest at most. Throws `CommandFailed`. */
export async function findNewDeliveries(service: ServiceClient, webhookId: string, after: string | null): Promise<NewDeliveries> {
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; page < mostPages; page += 1) {
    const limit = page === 0 && after !== null ? 20 : pageSize;
    const answer = await service.call('GET', `/v1/webhooks/${webhookId}/deliveries?limit=${limit}${cursor}`);
    if (answer.status !== 200) throw refusalOf('the deliveries cannot be listed', answer);
    const { items, next_cursor: next } = answer.body as Page;
    for (const { id } of items) {
      if (id === after) return { ids: ids.reverse(), isIncomplete: false };
      ids.push(id);
    }
    if (next === null) return { ids: ids.reverse(), isIncomplete: false };
    cursor = `&cursor=${next}`;
  }
  return { ids: ids.reverse(), isIncomplete: true };
}
