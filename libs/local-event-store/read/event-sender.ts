import type { StoredEvent } from '../log/stored-event';
import { encodeEvent, encodeResolved } from '../protocol/event.codec';
import type { ReadRequest } from '../protocol/read-request.codec';
import type { ResponseStream } from '../transport/response-stream';
import type { EventSource } from './event-source';
import { isLink, loadLinkTargets } from './load-link-targets';

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
