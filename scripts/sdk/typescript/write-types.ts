import type { SdkModel, SdkNamedType, SdkOperation } from '../sdk-model';
import { commentText, typeText } from './type-text';

/** The file of all types: those of the document, and the query of each operation that has one. */
export function writeTypes({ types, resources }: SdkModel): string {
  const queries = resources.flatMap(({ operations }) => operations.filter(({ query }) => query.length > 0).map(queryType));
  const word = `${commentText('One of these words, or one that a later release of the service says.')}export type Word<Known extends string> = Known | (string & {});\n`;
  return [word, ...[...types, ...queries].map(interfaceText)].join('\n');
}

/** The name of the type of an operation's query. */
export const queryName = ({ id }: SdkOperation): string => `${id[0]?.toUpperCase()}${id.slice(1)}Query`;

const queryType = (operation: SdkOperation): SdkNamedType => ({
  ...{ name: queryName(operation), use: 'sent', fields: operation.query, isOpen: false },
});

function interfaceText({ name, use, fields, isOpen }: SdkNamedType): string {
  const direction = use === 'received' ? 'received' : 'sent';
  const lines = fields.map(({ name: field, type, required, description }) => {
    const text = typeText(type, direction);
    return `${commentText(description, '  ')}  readonly ${field}${required ? '' : '?'}: ${required ? text : `${text} | undefined`};\n`;
  });
  const further = isOpen ? '  readonly [further: string]: unknown;\n' : '';
  return `export interface ${name} {\n${lines.join('')}${further}}\n`;
}
