import { moments } from './generated/moments';

/** The answer with a `Date` for each moment in it, in its place; what is no moment stays as it came. */
export function withDates(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'object' || value === null || type === undefined || !Object.hasOwn(moments, type)) return value;
  if (Array.isArray(value)) {
    for (const item of value) withDates(item, type);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const field of moments[type]?.split(' ') ?? []) {
    const [name = '', inner] = field.split(':');
    if (Object.hasOwn(fields, name)) fields[name] = inner === undefined ? dateOf(fields[name]) : withDates(fields[name], inner);
  }
  return value;
}

function dateOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/i.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}
