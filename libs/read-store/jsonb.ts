import { replaceUnstorable } from '@pps/kernel';

// As JSON.stringify writes U+0000 and lone surrogates; a backslash that stands for itself in front of `u0000` looks the same.
const suspect = /\\u(?:0000|d[89a-f])/;

/**
 * A value as the parameter of a statement that takes `jsonb`: JSON that PostgreSQL does not refuse for its text, whatever a fact of long ago
 * holds. Every such parameter is made here.
 */
export function jsonb(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  // A batch of rows is megabytes, and hardly ever holds an escape of this kind.
  return json.includes('\\u') && suspect.test(json) ? JSON.stringify(storable(value)) : json;
}

/** The value with storable texts and names of fields. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return replaceUnstorable(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return storable((value.toJSON as () => unknown)());
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [replaceUnstorable(name), storable(field)]));
}
