import { namesIn } from '../read-model';
import type { SdkModel, SdkOperation, SdkResource } from '../sdk-model';
import { commentText, typeText } from './type-text';
import { queryName } from './write-types';

/** The file of the methods of each resource: types alone, as the client makes the methods of the table of operations. */
export function writeResources({ resources }: SdkModel): string {
  const operations = resources.flatMap((each) => each.operations);
  const named = operations.flatMap(({ body, answer }) => [
    ...(body?.kind === 'json' ? namesIn(body.type) : []),
    ...('type' in answer ? namesIn(answer.type) : []),
  ]);
  const items = operations.flatMap(({ paging }) => (paging ? namesIn(paging.item) : []));
  const pages = new Set(operations.flatMap(({ paging, answer }) => (paging && 'type' in answer ? namesIn(answer.type) : [])));
  const used = new Set([
    ...named.filter((name) => !pages.has(name)),
    ...items,
    ...operations.filter(({ query }) => query.length > 0).map(queryName),
  ]);
  const imports = [
    "import type { Call } from '../call';",
    "import type { Upload } from '../file-body';",
    "import type { Lines, ServerEvent } from '../lines';",
    "import type { List } from '../list';",
    "import type { CallOptions } from '../settings';",
    `import type {\n${[...used]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types';`,
  ];
  const fields = resources.map(({ name }) => `  declare readonly ${name}: ${interfaceName(name)};\n`);
  const all = `${commentText('What a client has, by resource.')}export class Resources {\n${fields.join('')}}\n`;
  return [imports.join('\n') + '\n', ...resources.map(resourceText), all].join('\n');
}

const interfaceName = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Resource`;

const resourceText = ({ name, operations }: SdkResource): string =>
  `export interface ${interfaceName(name)} {\n${operations.map(methodText).join('')}}\n`;

function methodText(operation: SdkOperation): string {
  const { method, summary, description } = operation;
  const words = [`${summary}.`, description].filter((text) => text !== '').join('\n\n');
  return `${commentText(words, '  ')}  ${method}(${argumentTexts(operation).join(', ')}): ${answerText(operation)};\n`;
}

/** What a method is called with: parameters of the path, then body or query, then options. */
export function argumentTexts(operation: SdkOperation): readonly string[] {
  const { id, pathParameters, query, body } = operation;
  if (body && query.length > 0) throw new Error(`${id} has a body and a query: the arguments of a method have no place for both`);
  const path = pathParameters.map(({ name }) => `${camelCase(name)}: string`);
  const options = 'options?: CallOptions';
  if (body?.kind === 'file') return [...path, 'file: Upload', options];
  if (body) return [...path, `body${body.required ? '' : '?'}: ${typeText(body.type, 'sent')}`, options];
  if (query.length === 0) return [...path, options];
  return [...path, `query${query.some(({ required }) => required) ? '' : '?'}: ${queryName(operation)}`, options];
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What a method gives. */
export function answerText({ answer, paging }: SdkOperation): string {
  if (paging) return `List<${typeText(paging.item, 'received')}>`;
  switch (answer.kind) {
    case 'json':
      return `Call<${typeText(answer.type, 'received')}${answer.mayBeEmpty ? ' | undefined' : ''}>`;
    case 'empty':
      return 'Call<void>';
    case 'text':
      return 'Call<string>';
    case 'bytes':
      return 'Call<Uint8Array>';
    case 'lines':
      return `Lines<${typeText(answer.type, 'received')}>`;
    case 'events':
      return 'Lines<ServerEvent>';
  }
}
