/** Pages of one thing each, by what activity and streams call it. */
const single: ReadonlyMap<string, string> = new Map([
  ['pin', '/pins'],
  ['schedule', '/schedules'],
  ['import', '/imports'],
  ['asset', '/files'],
  ['webhook', '/webhooks'],
]);

/** Pages that show all things of a kind. */
const shared: ReadonlyMap<string, string> = new Map([
  ['account', '/accounts'],
  ['connection', '/accounts'],
  ['board', '/accounts'],
  ['api_key', '/keys'],
  ['apikey', '/keys'],
  ['quota', '/usage'],
  ['plan', '/billing'],
  ['billing', '/billing'],
  ['subscription', '/billing'],
  ['checkout', '/billing'],
  ['payment', '/billing'],
]);

const anyId = /^[0-9a-f-]{36}$/;

/** The page about a thing; null where there is none. */
export function pageAbout(kind: string | null, id: string | null): string | null {
  if (kind === null || id === null) return null;
  const page = single.get(kind);
  if (page !== undefined) return anyId.test(id) ? `${page}/${id}` : null;
  return shared.get(kind) ?? null;
}

/** The page about what a stream is of, as `pin-0197…`; null where there is none. */
export function pageAboutStream(stream: string): string | null {
  const at = stream.indexOf('-');
  return pageAbout(stream.slice(0, at), stream.slice(at + 1));
}
