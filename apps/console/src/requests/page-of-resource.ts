/** Kinds of things in paths of the interface that have a page each, and where those are. */
const pages: ReadonlyMap<string, string> = new Map([
  ['pins', '/pins'],
  ['schedules', '/schedules'],
  ['webhooks', '/webhooks'],
  ['proposals', '/proposals'],
  ['assets', '/files'],
]);

/** The page about what a call made or read; null where there is none. */
export function pageOfResource(route: string, id: string | null): string | null {
  if (id === null || /deliver|replay/.test(route)) return null;
  if (route.startsWith('/v1/pins/imports')) return `/imports/${id}`;
  const page = pages.get(route.split('/')[2] ?? '');
  return page === undefined ? null : `${page}/${id}`;
}
