import type { StoredEvent } from '../log/stored-event';
import { encodeResolved, eventFrame } from '../protocol/event.codec';
import type { ReadRequest } from '../protocol/read-request.codec';
import type { GrpcCall } from '../transport/grpc-call';
import type { EventSource } from './event-source';
import { isLink, resolveLinks } from './link-resolution';

/** Sends events in the form the request asked for, no faster than the client takes them. */
export interface EventSender {
  /** Must be called once per page before its events are sent. */
  prepare(page: readonly StoredEvent[]): Promise<void> | undefined;
  /** Returns a promise when the caller has to wait before sending more. */
  send(event: StoredEvent): Promise<void> | undefined;
}

export function createEventSender(call: GrpcCall, request: ReadRequest, source: EventSource): EventSender {
  let targets: Map<StoredEvent, StoredEvent> | undefined;
  const plain = request.uuidForm === 'string';
  const encode = (event: StoredEvent): Buffer => {
    if (request.resolveLinks && isLink(event)) return encodeResolved(targets?.get(event), event, request.uuidForm);
    return plain ? eventFrame(event) : encodeResolved(event, undefined, request.uuidForm);
  };
  return {
    prepare(page) {
      targets = undefined;
      if (!request.resolveLinks || !page.some(isLink)) return undefined;
      return resolveLinks(page, source).then((resolved) => void (targets = resolved));
    },
    send(event) {
      call.send(encode(event));
      return call.congestion();
    },
  };
}
