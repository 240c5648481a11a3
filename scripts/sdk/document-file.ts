import { readFileSync } from 'node:fs';
import { errorCatalogue } from '@pps/runtime';
import { readModel, type SdkDocument } from './read-model';
import type { SdkModel } from './sdk-model';

export const documentFile = 'packages/openapi.json';

/** The text of the committed document: the served one without the examples of requests and successes, one line for each path and each schema, so that changes of it can be read. */
export function documentText(document: object): string {
  const { paths, components, ...rest } = withoutExamples(document) as Readonly<Record<string, object>>;
  const { schemas, ...others } = (components ?? {}) as Readonly<Record<string, object>>;
  const lines = (entries: object = {}): string =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{\n${lines(rest)},\n"paths": {\n${lines(paths)}\n},\n"components": {\n${lines(others)},\n"schemas": {\n${lines(schemas)}\n}}}\n`;
}

function withoutExamples(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => areNames || name !== 'example');
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutExamples(field, name === 'properties' && !areNames)]));
}

/** The model of the committed document. */
export function committedModel(): SdkModel {
  return readModel(JSON.parse(readFileSync(documentFile, 'utf8')) as SdkDocument, errorCatalogue);
}
