import type { OpenAPIObject } from '@nestjs/swagger';
import { fieldDescriptions } from './field-descriptions';

interface Described {
  description?: string;
  $ref?: string;
}

/** The document with a description for each field and parameter that its declaration left without one. */
export function withDescribedFields(document: OpenAPIObject): OpenAPIObject {
  for (const { field, names } of undescribed(document)) {
    const description = names.map((name) => fieldDescriptions[name]).find((found) => found !== undefined);
    if (description !== undefined) field.description = description;
  }
  return document;
}

/** Names of the fields and parameters without a description: `Schema.field`, and `?parameter` after the operation's id. */
export const undescribedFields = (document: OpenAPIObject): string[] => undescribed(document).map(({ label }) => label);

function undescribed({ components, paths }: OpenAPIObject): { field: Described; names: readonly string[]; label: string }[] {
  const fields = Object.entries(components?.schemas ?? {}).flatMap(([schema, declared]) =>
    Object.entries(('properties' in declared && declared.properties) || {}).map(([name, field]) => ({
      field: field as Described,
      names: [`${schema}.${name}`, name],
      label: `${schema}.${name}`,
    })),
  );
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove]);
  const parameters = operations.flatMap((operation) =>
    (operation?.parameters ?? []).flatMap((field) =>
      'name' in field ? [{ field: field as Described, names: [`?${field.name}`], label: `${operation?.operationId} ?${field.name}` }] : [],
    ),
  );
  // A reference has the description of what it refers to.
  return [...fields, ...parameters].filter(({ field }) => field.description === undefined && field.$ref === undefined);
}
