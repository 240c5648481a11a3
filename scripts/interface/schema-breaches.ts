import { allowedValues, type AllowedValues, type DocumentSchema, type NamedSchemas } from './allowed-values';

/** One schema as it was released and as it is. */
interface SchemaPair {
  readonly released: DocumentSchema;
  readonly present: DocumentSchema;
}

export interface ComparedSchemas {
  /** What clients send, or what they are sent. */
  readonly direction: 'sent' | 'answered';
  readonly released: NamedSchemas;
  readonly present: NamedSchemas;
}

const lowest = ['minimum', 'minLength', 'minItems'] as const;
const highest = ['maximum', 'maxLength', 'maxItems'] as const;

/**
 * What of a schema a client of the release could stumble over. What is sent must be taken as before; what is answered must be what was promised, and may be
 * more. A bound that the release did not state says what always held.
 */
export function schemaBreaches(pair: SchemaPair, at: string, compared: ComparedSchemas, seen: ReadonlySet<string> = new Set()): string[] {
  const key = `${pair.released.$ref} ${pair.present.$ref}`;
  if (pair.released.$ref !== undefined && seen.has(key)) return [];
  const below = new Set([...seen, key]);
  const [was, is] = [allowedValues(pair.released, compared.released), allowedValues(pair.present, compared.present)];
  const inner = (released: DocumentSchema, present: DocumentSchema, place: string) =>
    schemaBreaches({ released, present }, place, compared, below);
  const fields = Object.entries(was.properties ?? {}).flatMap(([name, released]) => {
    const present = is.properties?.[name];
    return present ? inner(released, present, `${at}.${name}`) : [`${at}.${name}: is gone`];
  });
  const items = was.items && is.items ? inner(was.items, is.items, `${at}[]`) : [];
  const own = compared.direction === 'sent' ? narrowings(was, is, at) : widenings(was, is, at);
  const format = was.format === is.format ? [] : [`${at}: the format was ${was.format ?? 'none'} and is ${is.format ?? 'none'}`];
  return [...format, ...own, ...variantBreaches(was, is, at, { compared, inner }), ...fields, ...items];
}

const has = (types: readonly string[], type: string): boolean => types.includes(type) || (type === 'integer' && types.includes('number'));

function narrowings(was: AllowedValues, is: AllowedValues, at: string): string[] {
  const refused = is.types === null ? [] : (was.types ?? ['any type']).filter((type) => !has(is.types ?? [], type));
  const values = is.enum ? (was.enum ?? ['any value']).filter((value) => !is.enum?.includes(value)) : [];
  const needed = (is.required ?? []).filter((name) => !was.required?.includes(name));
  const isTighter = (name: (typeof lowest | typeof highest)[number], sign: number) => {
    const [before, now] = [was[name], is[name]];
    return before !== undefined && now !== undefined && sign * (now - before) > 0;
  };
  const bounds = [...lowest.filter((name) => isTighter(name, 1)), ...highest.filter((name) => isTighter(name, -1))];
  const closed = is.additionalProperties === false && was.additionalProperties !== false && was.additionalProperties !== undefined;
  return [
    ...refused.map((type) => `${at}: ${type} is no longer taken`),
    ...values.map((value) => `${at}: ${JSON.stringify(value)} is no longer taken`),
    ...needed.map((name) => `${at}.${name}: is required now`),
    ...bounds.map((name) => `${at}: ${name} was ${String(was[name])} and is ${String(is[name])}`),
    ...(closed ? [`${at}: further fields are no longer taken`] : []),
  ];
}

function widenings(was: AllowedValues, is: AllowedValues, at: string): string[] {
  const added = was.types === null ? [] : (is.types ?? ['any type']).filter((type) => !has(was.types ?? [], type));
  const missing = (was.required ?? []).filter((name) => is.properties?.[name] && !is.required?.includes(name));
  return [...added.map((type) => `${at}: may be ${type} now`), ...missing.map((name) => `${at}.${name}: may be absent now`)];
}

interface VariantComparison {
  readonly compared: ComparedSchemas;
  readonly inner: (released: DocumentSchema, present: DocumentSchema, place: string) => string[];
}

/** Variants are the same by their name, or, without one, by what they say. */
function variantBreaches(was: AllowedValues, is: AllowedValues, at: string, { compared, inner }: VariantComparison): string[] {
  if (was.variants.length === 0 && is.variants.length === 0) return [];
  const nameOf = (variant: DocumentSchema) => variant.$ref?.split('/').at(-1) ?? JSON.stringify(variant);
  const [before, now] = [was, is].map(({ variants }) => new Map(variants.map((variant) => [nameOf(variant), variant])));
  const [needed, given] = compared.direction === 'sent' ? [before, now] : [now, before];
  const faults = [...(needed ?? [])].filter(([name]) => !given?.has(name)).map(([name]) => `${at}: the variant ${name} is not in both`);
  return [
    ...faults,
    ...[...(before ?? [])].flatMap(([name, released]) => {
      const present = now?.get(name);
      return present ? inner(released, present, `${at} (${name})`) : [];
    }),
  ];
}
