/** The page about what a call made or read; null where there is none. */
export function pageOfResource(route: string, id: string | null): string | null {
  if (id === null) return null;
  const [, , kind] = route.split('/');
  if (kind === 'pins' && !route.startsWith('/v1/pins/imports')) return `/pins/${id}`;
  return kind === 'webhooks' && !/deliver|replay/.test(route) ? `/webhooks/${id}` : null;
}
