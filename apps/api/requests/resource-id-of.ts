const isId = /^[A-Za-z0-9._-]{1,64}$/;
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The last of the parameters of a path where it has the form of an id, as answers show it; null of anything else. */
export function resourceIdOf(parameters: unknown): string | null {
  const last: unknown = Object.values(parameters ?? {}).at(-1);
  if (typeof last !== 'string' || !isId.test(last)) return null;
  return isUuid.test(last) ? last.toLowerCase() : last;
}
