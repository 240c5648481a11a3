import type { Field } from './fields-of';

/** The paths of all fields in a value, inner ones as `entries[].entryId`. */
export function fieldPaths(value: unknown, parent = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldPaths(item, `${parent}[]`)))];
  if (value === null || typeof value !== 'object') return [];
  const prefix = parent === '' ? '' : `${parent}.`;
  return Object.entries(value).flatMap(([name, inner]) => [prefix + name, ...fieldPaths(inner, prefix + name)]);
}

/** Fields of the value that the type does not know. */
export function unknownFields(value: unknown, fields: readonly Field[]): readonly string[] {
  const known = new Set(fields.map(({ path }) => path));
  const open = fields.filter(({ isOpen }) => isOpen).map(({ path }) => `${path}.`);
  return fieldPaths(value).filter((path) => !known.has(path) && !open.some((prefix) => path.startsWith(prefix)));
}

/** Fields that the type demands and the value lacks, in objects of which the value has any field. */
export function missingFields(value: unknown, fields: readonly Field[]): readonly string[] {
  const present = fieldPaths(value);
  const isDemanded = ({ path, isOptional }: Field): boolean => {
    const parent = path.slice(0, path.lastIndexOf('.') + 1);
    return !isOptional && present.some((known) => known.startsWith(parent));
  };
  const demanded = fields.filter(isDemanded).map(({ path }) => path);
  return demanded.filter((path) => !present.includes(path));
}
