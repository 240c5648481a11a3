import type { SdkModel, SdkOperation } from '../sdk-model';

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
