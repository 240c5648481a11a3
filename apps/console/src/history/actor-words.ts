/** Who did something, in words: `user 0197…`, `worker`. */
export function actorWords(actor: Readonly<Record<string, unknown>> | null): string {
  if (actor === null) return '—';
  const { type, id } = actor;
  const kind = typeof type === 'string' ? type.replaceAll('_', ' ') : 'somebody';
  return typeof id === 'string' ? `${kind} ${id}` : kind;
}
