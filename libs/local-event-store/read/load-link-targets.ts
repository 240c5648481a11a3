import type { StoredEvent } from '../log/stored-event';
import { readableRange } from '../log/readable-range';
import type { EventSource } from './event-source';

const linkType = '$>';

/** The targets of the links in a page; links whose target cannot be read are left out. Undefined when the page has no links. */
export async function loadLinkTargets(
  page: readonly StoredEvent[],
  source: EventSource,
): Promise<Map<StoredEvent, StoredEvent> | undefined> {
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
export function isLink(event: StoredEvent): boolean {
  return event.type === linkType;
}

function targetOf(event: StoredEvent): { stream: string; revision: bigint } | undefined {
  if (!isLink(event)) return undefined;
  const [, revision, stream] = /^(\d{1,18})@([^\0]+)$/s.exec(event.data.toString('utf8')) ?? [];
  return revision === undefined || stream === undefined ? undefined : { stream, revision: BigInt(revision) };
}
