const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isNumber = /^\d{1,20}$/;

/** The last of the parameters of a path where it has the form of our ids or of a board's; null of anything else: a path can hold a secret by mistake. */
export function resourceIdOf(parameters: unknown): string | null {
  const last: unknown = Object.values(parameters ?? {}).at(-1);
  if (typeof last !== 'string') return null;
  if (isUuid.test(last)) return last.toLowerCase();
  return isNumber.test(last) ? last : null;
}
