import { snakeCase } from '../read-model';
import type { SdkModel, SdkOperation } from '../sdk-model';
import { answerType } from './python-operations';

/** The page of all methods and errors. */
export function pythonReference({ resources, errors }: SdkModel): string {
  const sections = resources.map(({ name, operations }) => {
    const resource = snakeCase(name);
    const rows = operations.map((operation) => row(resource, operation));
    return `## client.${resource}\n\n| method | gives | does | repeated |\n|---|---|---|---|\n${rows.join('')}`;
  });
  const rows = errors.map(({ className, status, code, message }) => `| \`${className}\` | ${status} | \`${code}\` | ${message} |\n`);
  return `# Reference of pin-publishing for Python

Written by \`npm run docs sdk\` from the description of the interface. Each method takes the path's ids by place, everything else by name, and
\`options=CallOptions(…)\`; \`AsyncPinPublishing\` has the same methods, to be awaited. Lists with pages have \`iterate…\` beside \`list…\`. \`help(client.pins.create)\`
tells the rest. *Repeated* says whether a call of which nobody knows what became is sent again: \`yes\`, \`with its key\` (one idempotency key for all tries), or \`no\`.

${sections.join('\n')}
## Errors

All are an \`ApiError\`.

| class | status | code | message |
|---|---|---|---|
${rows.join('')}`;
}

function row(resource: string, operation: SdkOperation): string {
  const { method, summary, pathParameters, body, paging, idempotencyKey, isRepeatable } = operation;
  const placed = pathParameters.map(({ name }) => name);
  if (body?.kind === 'file') placed.push('file');
  if (body?.kind === 'json' && body.type.kind === 'array') placed.push('items');
  const hasNames = operation.query.length > 0 || (body?.kind === 'json' && body.type.kind === 'named');
  const call = `${snakeCase(method)}(${[...placed, ...(hasNames ? ['…'] : [])].join(', ')})`;
  const repeated = idempotencyKey === 'made' ? 'with its key' : isRepeatable ? 'yes' : 'no';
  const answer = answerType(operation).replaceAll('|', '\\|');
  return `| \`${resource}.${call}\` | \`${answer}\`${paging ? ', pages' : ''} | ${summary.replaceAll('|', '\\|')} | ${repeated} |\n`;
}
