import type { SdkField, SdkNamedType, SdkOperation, SdkType } from '../sdk-model';

/** Options that every command has, which no field may be called. */
const taken: ReadonlySet<string> = new Set([
  'json',
  'profile',
  'production',
  'service',
  'data',
  'clear',
  'watch',
  'dry-run',
  'all',
  'out',
  'help',
]);

/** The options of an operation's command: one for each field of its body, or parameter of its query. */
export function flagsOf(operation: SdkOperation, types: readonly SdkNamedType[]): readonly object[] {
  return fieldsOf(operation, types).map((field) => {
    const flag = field.name.replace(/_/g, '-');
    if (taken.has(flag)) throw new Error(`${operation.id}: every command has an option --${flag} of its own`);
    return {
      field: field.name,
      ...kindOf(field.type),
      ...(field.required && { required: true }),
      ...(field.type.nullable && { nullable: true }),
      about: aboutOf(field),
    };
  });
}

function fieldsOf({ query, body }: SdkOperation, types: readonly SdkNamedType[]): readonly SdkField[] {
  if (body?.kind !== 'json') return query;
  const { type } = body;
  return type.kind === 'named' ? (types.find(({ name }) => name === type.name)?.fields ?? []) : [];
}

const aboutOf = ({ description }: SdkField): string => description.split('\n')[0]?.replace(/\.$/, '') ?? '';

function kindOf(type: SdkType): object {
  switch (type.kind) {
    case 'string':
    case 'moment':
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type.kind === 'string' ? 'text' : type.kind };
    case 'words':
      return { kind: 'text', words: type.words };
    case 'array':
      if (type.items.kind === 'string') return { kind: 'texts' };
      return type.items.kind === 'words' ? { kind: 'texts', words: type.items.words } : { kind: 'json' };
    case 'map':
    case 'json':
    case 'union':
    case 'named':
      return { kind: 'json' };
  }
}
