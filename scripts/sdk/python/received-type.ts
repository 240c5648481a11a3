import type { SdkType } from '../sdk-model';

/** What Python calls a type that comes: words that are not known are taken too. */
export function receivedType(type: SdkType): string {
  return optional(type, receivedShape(type));
}

/** What Python calls a type that is sent: any iterable is a list, and a word is one of those that are known. */
export function sentType(type: SdkType): string {
  return optional(type, sentShape(type));
}

/** A name in Python: its own words have an underscore behind them. */
export const pythonName = (name: string): string => (pythonWords.has(name) ? `${name}_` : name);

/** The name of the dictionary type that is sent where `name` is asked for. */
export const paramsName = (name: string): string => `${name}Params`;

/** The names of types that a text of Python mentions, of those that are given. */
export function namesUsed(text: string, names: readonly string[]): readonly string[] {
  const words = new Set(text.match(/\b[A-Za-z_]\w*\b/g));
  return names.filter((name) => words.has(name));
}

const pythonWords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const optional = ({ nullable }: SdkType, shape: string): string => (nullable && shape !== 'Any' ? `Optional[${shape}]` : shape);

const literal = (words: readonly string[]): string => `Literal[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

function receivedShape(type: SdkType): string {
  switch (type.kind) {
    case 'words':
      return `Union[${literal(type.words)}, str]`;
    case 'array':
      return `List[${receivedType(type.items)}]`;
    case 'map':
      return `Dict[str, ${receivedType(type.values)}]`;
    case 'union':
      return unionOf(type.of.map(receivedType));
    case 'named':
      return type.name;
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'moment':
    case 'json':
      return plain[type.kind];
  }
}

function sentShape(type: SdkType): string {
  switch (type.kind) {
    case 'words':
      return literal(type.words);
    case 'array':
      return `Iterable[${sentType(type.items)}]`;
    case 'map':
      return `Mapping[str, ${sentType(type.values)}]`;
    case 'union':
      return unionOf(type.of.map(sentType));
    case 'named':
      return paramsName(type.name);
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'moment':
    case 'json':
      return plain[type.kind];
  }
}

const plain = { string: 'str', boolean: 'bool', integer: 'int', number: 'float', moment: 'datetime', json: 'Any' } as const;

const unionOf = (types: readonly string[]): string => (types.includes('Any') ? 'Any' : `Union[${[...new Set(types)].join(', ')}]`);
