import type { OpenAPIObject } from '@nestjs/swagger';

interface Reference {
  type?: string;
  nullable?: boolean;
  allOf?: { $ref?: string }[];
}

/**
 * The document with a schema of its own for each object that may be null, a copy of the object's with `nullable`: beside a reference, where Nest writes
 * it, that word allows nothing, and a union with null is no single type to generators of languages whose types have names.
 */
export function withNullableReferences(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const field of nullableReferences(document)) {
    const [target] = field.allOf ?? [];
    const name = target?.$ref?.split('/').at(-1) ?? '';
    const known = schemas[name];
    if (!target?.$ref || !known) continue;
    schemas[`Nullable${name}`] = { ...known, nullable: true };
    field.allOf = [{ $ref: target.$ref.replace(/[^/]+$/, 'Nullable$&') }];
    delete field.nullable;
    delete field.type;
  }
  return document;
}

function nullableReferences(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'nullable' in value && 'allOf' in value ? [value as Reference] : [];
  return [...own, ...Object.values(value).flatMap(nullableReferences)];
}
