import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { DeclaredRoute } from './declared-routes';

interface Schema {
  type?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  [word: string]: unknown;
}

interface Check {
  readonly propertyName: string;
  readonly name?: string;
  readonly each: boolean;
  readonly constraints?: readonly unknown[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

/** The document with the bounds that the code checks, wherever a declaration left them out: lengths, numbers of items, least and largest values, patterns. */
export function withCheckedBounds(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const [name, type] of checkedClasses()) {
    const { properties } = (document.components?.schemas?.[name] ?? {}) as Schema;
    if (properties) for (const check of checksOf(type)) addBound(properties[check.propertyName], check);
  }
  for (const { method, path, takes } of routes) {
    const operation = (document.paths[path] as Readonly<Record<string, { parameters?: Parameter[] }>> | undefined)?.[method.toLowerCase()];
    const queries = (operation?.parameters ?? []).filter((each) => each.in === 'query');
    for (const check of takes.filter((type) => typeof type === 'function').flatMap(checksOf))
      addBound(queries.find(({ name }) => name === check.propertyName)?.schema, check);
  }
  return document;
}

/** Every class that is checked, by its name. */
function checkedClasses(): ReadonlyMap<string, Type> {
  const { validationMetadatas } = getMetadataStorage() as unknown as { readonly validationMetadatas: ReadonlyMap<Type, unknown> };
  return new Map([...validationMetadatas.keys()].map((type) => [type.name, type]));
}

const checksOf = (type: Type): readonly Check[] =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', true, false) as readonly Check[];

function addBound(schema: Schema | undefined, { name = '', constraints = [], each }: Check): void {
  const bounded = each ? schema?.items : schema;
  if (bounded?.type === undefined) return;
  for (const [word, value] of Object.entries(bounds.get(name)?.(constraints) ?? {})) bounded[word] ??= value;
}

type Bound = (constraints: readonly unknown[]) => Readonly<Record<string, unknown>>;

/** What each rule says in JSON Schema, by the name of the rule. */
const bounds: ReadonlyMap<string, Bound> = new Map<string, Bound>(
  Object.entries<Bound>({
    maxLength: ([most]) => ({ maxLength: most }),
    minLength: ([least]) => ({ minLength: least }),
    isLength: ([least, most]) => ({ minLength: least, maxLength: most }),
    textLength: ([least, most]) => ({ ...(least !== 0 && { minLength: least }), maxLength: most }),
    arrayMaxSize: ([most]) => ({ maxItems: most }),
    arrayMinSize: ([least]) => ({ minItems: least }),
    min: ([least]) => ({ minimum: least }),
    max: ([most]) => ({ maximum: most }),
    isUuid: () => ({ format: 'uuid' }),
    // Flags have no place in JSON Schema.
    matches: ([pattern]) => (pattern instanceof RegExp && pattern.flags === '' ? { pattern: pattern.source } : {}),
  }),
);
