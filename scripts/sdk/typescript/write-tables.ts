import { namesIn } from '../read-model';
import type { SdkModel, SdkOperation, SdkType } from '../sdk-model';

/** The file of the operations: a line for each, which the runtime reads when its method is called. */
export function writeOperations(model: SdkModel): string {
  const withMoments = momentFields(model);
  const resources = model.resources.map(({ name, operations }) => {
    const lines = operations.map((operation) => `    ${operation.method}: '${lineOf(operation, withMoments)}',\n`);
    return `  ${name}: {\n${lines.join('')}  },\n`;
  });
  return `export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${resources.join('')}};\n`;
}

function lineOf(operation: SdkOperation, withMoments: ReadonlyMap<string, string>): string {
  const { verb, path, answer, paging } = operation;
  const [type] = 'type' in answer ? namesIn(answer.type) : [];
  const words = [
    verb,
    path,
    traitsOf(operation),
    type !== undefined && withMoments.has(type) ? type : '-',
    paging ? (paging.items ?? '[]') : '-',
  ];
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

/** The file of the moments: of each type that has some, its fields that are moments, and those whose type has some. */
export function writeMoments(model: SdkModel): string {
  const lines = [...momentFields(model)].map(([name, fields]) => `  ${name}: '${fields}',\n`);
  return `export const moments: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`;
}

function momentFields({ types, resources }: SdkModel): ReadonlyMap<string, string> {
  const answers = new Set(
    resources.flatMap(({ operations }) => operations.flatMap(({ answer }) => ('type' in answer ? namesIn(answer.type) : []))),
  );
  const received = types.filter(({ use, name }) => use !== 'sent' || answers.has(name));
  const found = new Map<string, string>();
  // A type has moments where a type of one of its fields has: asked until nothing is added.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, fields } of received) {
      const words = fields.flatMap(({ name: field, type }) => momentWord(field, type, found));
      if (words.length > 0) found.set(name, words.join(' '));
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function momentWord(field: string, type: SdkType, found: ReadonlyMap<string, string>): readonly string[] {
  if (type.kind === 'moment') return [field];
  const inner = type.kind === 'array' ? type.items : type;
  if (inner.kind === 'named') return found.has(inner.name) ? [`${field}:${inner.name}`] : [];
  if (inner.kind === 'moment' || namesIn(inner).some((name) => found.has(name)))
    throw new Error(`${field}: moments in a list, map or union are not read`);
  return [];
}
