import type { SdkType } from '../sdk-model';

/** TypeScript of a type: as it is sent, where a moment may be a text too, or as it is received, where a word may be one that came later. */
export function typeText(type: SdkType, use: 'sent' | 'received'): string {
  return type.nullable ? `${shapeText(type, use)} | null` : shapeText(type, use);
}

function shapeText(type: SdkType, use: 'sent' | 'received'): string {
  switch (type.kind) {
    case 'string':
    case 'boolean':
      return type.kind;
    case 'integer':
    case 'number':
      return 'number';
    case 'moment':
      return use === 'sent' ? 'Date | string' : 'Date';
    case 'words': {
      const words = type.words.map((word) => `'${word}'`).join(' | ');
      return use === 'sent' ? words : `Word<${words}>`;
    }
    case 'array':
      return `readonly ${inBrackets(typeText(type.items, use))}[]`;
    case 'map':
      return `Readonly<Record<string, ${typeText(type.values, use)}>>`;
    case 'json':
      return 'Readonly<Record<string, unknown>>';
    case 'union':
      return type.of.map((each) => typeText(each, use)).join(' | ');
    case 'named':
      return type.name;
  }
}

const inBrackets = (text: string): string => (/^[\w<>]+$/.test(text) ? text : `(${text})`);

/** A comment above what it is about; nothing where there is nothing to say. */
export const commentText = (text: string, indent = ''): string =>
  text === '' ? '' : `${indent}/** ${text.replace(/\*\//g, '*\\/').trim().replace(/\n/g, `\n${indent} * `)} */\n`;
