import { namesIn } from '../read-model';
import type { SdkField, SdkModel, SdkOperation, SdkType } from '../sdk-model';

/** The file of the operations: a line for each, which the runtime reads when its method is called. */
export function writeOperations({ resources }: SdkModel): string {
  const texts = resources.map(({ name, operations }) => {
    const lines = operations.map((operation) => `    ${operation.method}: '${lineOf(operation)}',\n`);
    return `  ${name}: {\n${lines.join('')}  },\n`;
  });
  return `export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${texts.join('')}};\n`;
}

function lineOf(operation: SdkOperation): string {
  const { verb, path, paging } = operation;
  const words = [verb, path, traitsOf(operation), paging ? (paging.items ?? '[]') : '-'];
  while (words.at(-1) === '-') words.pop();
  return words.join(' ');
}

const answerTraits = { json: '', empty: 'e', text: 't', bytes: 'b', lines: 'l', events: 's' } as const;

function traitsOf({ id, verb, body, query, idempotencyKey, isRepeatable, answer }: SdkOperation): string {
  if (body?.kind === 'file' && body.field !== 'file')
    throw new Error(`${id} takes its file as ${body.field}: the runtime sends it as file`);
  const taken = body?.kind === 'file' ? 'f' : body ? 'j' : query.length > 0 ? 'q' : '';
  const key = idempotencyKey === 'made' ? 'k' : '';
  const repeat = verb === 'POST' && isRepeatable && key === '' ? 'r' : '';
  return `${taken}${key}${repeat}${answerTraits[answer.kind]}` || '-';
}

/**
 * The file of the moments: the names of fields that are moments, and of those whose content is nobody's but the caller's. Throws where one name would be
 * both a moment and something else: the runtime goes by names, as a table of types would take a tenth of the package.
 */
export function writeMoments({ types, resources }: SdkModel): string {
  const answers = new Set(
    resources.flatMap(({ operations }) => operations.flatMap(({ answer }) => ('type' in answer ? namesIn(answer.type) : []))),
  );
  const fields = types.filter(({ use, name }) => use !== 'sent' || answers.has(name)).flatMap((type) => type.fields);
  const moments = new Set(namesOf(fields, ({ kind }) => kind === 'moment'));
  const opaque = new Set(namesOf(fields, isOpaque));
  const withMoments = new Set(types.filter((type) => type.fields.some(({ name }) => moments.has(name))).map(({ name }) => name));
  const doubtful = fields.filter(({ name, type }) =>
    type.kind === 'moment'
      ? opaque.has(name)
      : moments.has(name) || (opaque.has(name) && namesIn(type).some((each) => withMoments.has(each))),
  );
  if (doubtful.length > 0) throw new Error(`moments cannot be told by the names ${namesOf(doubtful, () => true).join(', ')}`);
  const table = (name: string, names: ReadonlySet<string>) => `export const ${name} =\n  '${[...names].sort().join(' ')}';\n`;
  return table('momentNames', moments) + table('opaqueNames', opaque);
}

const namesOf = (fields: readonly SdkField[], has: (type: SdkType) => boolean): readonly string[] =>
  fields.filter(({ type }) => has(type)).map(({ name }) => name);

const isOpaque = (type: SdkType): boolean => type.kind === 'json' || (type.kind === 'union' && type.of.some(isOpaque));
