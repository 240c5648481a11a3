import type { SdkModel, SdkOperation } from '../sdk-model';

/** The file of the operations: a paragraph for each resource with a line for each method, which the runtime reads when the method is called. */
export function writeOperations({ resources }: SdkModel): string {
  const paragraphs = resources.map(({ name, operations }) => [name, ...operations.map(lineOf)].join('\n'));
  return `export const operations = \`${paragraphs.join('\n\n')}\`;\n`;
}

function lineOf(operation: SdkOperation): string {
  const { verb, path, method, paging } = operation;
  const words = [
    verb,
    path.replace(/^\/v1\//, '').replace(/\{\w+\}/g, '{}'),
    method,
    traitsOf(operation),
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
