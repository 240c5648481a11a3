import type { StoredEvent } from '../log/stored-event';
import { encodeEvent, encodeResolved } from '../protocol/event.codec';
import type { ReadRequest } from '../protocol/read-request.codec';
import type { ResponseStream } from '../transport/response-stream';
import type { EventSource } from './event-source';
import { readableRange } from '../log/readable-range';

/** Sends events in the form that the request asked for, no faster than the client takes them. */
export interface EventSender {
  /** Loads the targets of the links in a page; must be called before the page's events are sent. */
  loadTargets(page: readonly StoredEvent[]): Promise<void> | undefined;
  /** Returns a promise when the caller has to wait before sending more. */
  send(event: StoredEvent): Promise<void> | undefined;
}

export function createEventSender(responses: ResponseStream, request: ReadRequest, source: EventSource): EventSender {
  let targets: Map<StoredEvent, StoredEvent> | undefined;
  const plain = request.uuidForm === 'string';
  const encode = (event: StoredEvent): Buffer => {
    if (request.resolveLinks && isLink(event)) return encodeResolved(targets?.get(event), event, request.uuidForm);
    return plain ? encodeEvent(event) : encodeResolved(event, undefined, request.uuidForm);
  };
  return {
    loadTargets(page) {
      targets = undefined;
      if (!request.resolveLinks || !page.some(isLink)) return undefined;
      return loadLinkTargets(page, source).then((loaded) => void (targets = loaded));
    },
    send(event) {
      responses.send(encode(event));
      return responses.backpressure();
    },
  };
}

const linkType = '$>';

/** The targets of the links in a page; links whose target cannot be read are left out. Undefined when the page has no links. */
async function loadLinkTargets(page: readonly StoredEvent[], source: EventSource): Promise<Map<StoredEvent, StoredEvent> | undefined> {
  const links = page.flatMap((event) => {
    const target = targetOf(event);
    return target ? [{ event, target }] : [];
  });
  if (links.length === 0) return undefined;
  const found = await source.readEvents(links.map(({ target }) => target));
  const readable = new Map<string, StoredEvent>();
  for (const event of found) {
    const { first, last } = readableRange(event.stream, await source.loadState(event.stream));
    if (event.revision >= first && event.revision <= last) readable.set(`${event.revision}@${event.stream}`, event);
  }
  const resolved = new Map<StoredEvent, StoredEvent>();
  for (const { event, target } of links) {
    const original = readable.get(`${target.revision}@${target.stream}`);
    if (original) resolved.set(event, original);
  }
  return resolved;
}

/** True for events that point to another one. */
function isLink(event: StoredEvent): boolean {
  return event.type === linkType;
}

function targetOf(event: StoredEvent): { stream: string; revision: bigint } | undefined {
  if (!isLink(event)) return undefined;
  const [, revision, stream] = /^(\d{1,18})@([^\0]+)$/s.exec(event.data.toString('utf8')) ?? [];
  return revision === undefined || stream === undefined ? undefined : { stream, revision: BigInt(revision) };
}
