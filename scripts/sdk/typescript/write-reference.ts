import type { SdkModel, SdkOperation, SdkResource } from '../sdk-model';
import { answerText, argumentTexts } from './write-resources';

/** The page of all methods of the TypeScript SDK. */
export const writeReference = ({ resources, errors, version }: SdkModel): string =>
  [
    '# The TypeScript SDK, method by method\n',
    `Written by \`npm run docs sdk\` from the interface ${version}. What holds for all of them is in [the package's own page](../packages/typescript/README.md). The last argument of each is \`options?: CallOptions\`.\n`,
    ...resources.map(resourceText),
    '## Errors\n',
    'Each is an `ApiError`; [errors.md](errors.md) says why it is answered and what to do.\n',
    `| class | code | status |\n|---|---|---|\n${errors.map(({ className, code, status }) => `| \`${className}\` | \`${code}\` | ${status} |\n`).join('')}`,
  ].join('\n');

const resourceText = ({ name, operations }: SdkResource): string =>
  `## client.${name}\n\n| method | what it does | HTTP | scope | sent again when unheard |\n|---|---|---|---|---|\n${operations.map(row).join('')}`;

function row(operation: SdkOperation): string {
  const { method, summary, verb, path, scope, credential, idempotencyKey, isRepeatable } = operation;
  const call = `${method}(${argumentTexts(operation).slice(0, -1).join(', ')}): ${answerText(operation)}`;
  const again = idempotencyKey === 'made' ? 'yes, by its key' : isRepeatable ? 'yes' : 'no';
  const needs = scope === null ? (credential === 'none' ? 'none' : 'session') : `\`${scope}\``;
  return `| \`${call.replace(/\|/g, '\\|')}\` | ${summary} | \`${verb} ${path}\` | ${needs} | ${again} |\n`;
}
