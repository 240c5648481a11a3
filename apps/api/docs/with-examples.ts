import type { OpenAPIObject } from '@nestjs/swagger';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was recorded of an operation: what was sent, and what each success answered. */
export interface RecordedExample {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}

interface Media {
  readonly schema?: { readonly format?: string };
  example?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

const folder = join(__dirname, 'examples');

/** Examples of all operations, by their ids, as `npm run docs examples` recorded them. */
export const recordedExamples = (): Readonly<Record<string, RecordedExample>> =>
  Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, RecordedExample>),
  ) as Record<string, RecordedExample>;

/** The document with an example for each body that is sent, each success that is answered, and each parameter that has to be given. */
export function withExamples(document: OpenAPIObject, examples = recordedExamples()): OpenAPIObject {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[])) {
    const example = examples[operation.operationId];
    if (!example) continue;
    for (const parameter of operation.parameters ?? []) {
      const given = (parameter.in === 'path' ? example.path : parameter.required === true ? example.query : undefined)?.[parameter.name];
      if (given !== undefined) parameter.example = given;
    }
    if (example.request !== undefined) addTo(operation.requestBody?.content, example.request);
    for (const [status, answer] of Object.entries(example.answers)) addTo(operation.responses[status]?.content, answer);
  }
  return document;
}

function addTo(content: Readonly<Record<string, Media>> | undefined, example: unknown): void {
  const [media] = Object.values(content ?? {});
  if (media) media.example = example;
}
