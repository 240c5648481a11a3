/** A part of a JSON schema as the served interface description has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A value for each name that a caller owns something of; all else is made of the schema. */
export type Known = Readonly<Record<string, unknown>>;

/** A schema with what it refers to, and the first of what it may be. */
export function resolved(schema: Schema, description: Description): Schema {
  if (schema.$ref !== undefined) {
    const named = description.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!named) throw new Error(`nothing is described as ${schema.$ref}`);
    return resolved(named, description);
  }
  const [first] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
  return first && !schema.properties ? resolved(first, description) : schema;
}

/** A value that the schema takes. */
export function valueOf(name: string, schema: Schema, description: Description, known: Known): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const { examples, enum: names, type, items, format, minimum = 1, ...rest } = resolved(schema, description);
  if (examples !== undefined) return examples[0];
  if (names) return names[0];
  const kind = typeof type === 'string' ? type : type?.[0];
  if (kind === 'array') return items ? [valueOf(name, items, description, known)] : [];
  if (kind === 'integer' || kind === 'number') return minimum;
  if (kind === 'boolean') return true;
  if (rest.properties) return bodyOf(rest, description, known);
  if (format === 'date-time') return new Date(Date.now() + 3_600_000).toISOString();
  return format === 'uri' ? 'https://images.example.com/door.jpg' : format === 'uuid' ? crypto.randomUUID() : 'a word';
}

/** A body with every required field of the schema, and those that are known. */
export function bodyOf(schema: Schema, description: Description, known: Known): Record<string, unknown> {
  const { properties = {}, required = [] } = resolved(schema, description);
  const filled = Object.entries(properties).filter(([name]) => required.includes(name) || Object.hasOwn(known, name));
  return Object.fromEntries(filled.map(([name, each]) => [name, valueOf(name, each, description, known)]));
}

/** Every body that has this word once: as the value of a field, in a list, as a name of a map, as a field that nobody described. */
export function* bodiesWith(word: string, schema: Schema, description: Description, known: Known, depth = 0): Generator<unknown> {
  const { type, items, properties, additionalProperties } = resolved(schema, description);
  if (depth > 3) return;
  yield word;
  if (type === 'array') {
    yield [word];
    if (items) for (const each of bodiesWith(word, items, description, known, depth + 1)) yield [each];
    return;
  }
  if (!properties && additionalProperties === undefined && type !== 'object') return;
  const body = bodyOf(schema, description, known);
  yield Object.fromEntries([...Object.entries(body), [word, word]]);
  yield Object.fromEntries([...Object.entries(body), [word, { [word]: { polluted: true } }]]);
  for (const [name, each] of Object.entries(properties ?? {})) {
    for (const value of bodiesWith(word, each, description, known, depth + 1)) yield { ...body, [name]: value };
  }
}
