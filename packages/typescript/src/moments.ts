import { momentNames, opaqueNames } from './generated/moments';

const moments = new Set(momentNames.split(' '));
const opaque = new Set(opaqueNames.split(' '));
const deepest = 64;

/** The answer with a `Date` for each moment in it, in its place; what is no moment, and what callers have put there, stays as it came. */
export function withDates(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  const fields = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    if (/_at$/.test(name) || moments.has(name)) fields[name] = dateOf(field);
    else if (!opaque.has(name)) withDates(field, depth + 1);
  }
  return value;
}

function dateOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/i.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}
