const secretName = /(authorization|cookie|password|passwd|secret|token|apikey|email|masterkey|jwtkey|hashkey)s?$/;
const deepest = 6;

/** A copy of what is to be logged in which every field named like a secret or an e-mail address is `[redacted]`; deeper than 6 levels is cut. */
export function redact(value: Record<string, unknown>): Record<string, unknown> {
  return redactFields(value, 0);
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name) ? '[redacted]' : redactValue(field, depth + 1)]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= deepest) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, depth + 1));
  return redactFields(value, depth);
}

function isSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[-_]/g, ''));
}
