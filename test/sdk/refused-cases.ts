import { newId } from '@pps/kernel';
import type { SdkField, SdkModel, SdkNamedType, SdkOperation, SdkType } from '../../scripts/sdk/sdk-model';
import type { OperationInput } from '../campaigns/generated-clients/generated-client';

/** Who asks: nobody that the service knows, a key that may only read, or one (a session, where it takes that) that may. */
export type Asker = 'stranger' | 'reader' | 'owner';

export interface RefusedCase {
  readonly operation: SdkOperation;
  readonly asker: Asker;
  readonly input: OperationInput;
}

/** For each operation the calls that a client can make wrong: by whom it is made, and with which ids, bodies and queries. */
export function refusedCases(model: SdkModel): readonly RefusedCase[] {
  const types = new Map(model.types.map((type) => [type.name, type]));
  return model.resources.flatMap(({ operations }) =>
    operations.flatMap((operation): RefusedCase[] => {
      const { credential, scope, pathParameters, body, query } = operation;
      const wrong = wrongInput(operation, types);
      const isWrong = pathParameters.length > 0 || body !== null || query.length > 0;
      return [
        ...(credential === 'none' ? [] : [{ operation, asker: 'stranger', input: wrong } as const]),
        ...(credential === 'any' && scope !== 'read' && scope !== null ? [{ operation, asker: 'reader', input: wrong } as const] : []),
        ...(isWrong ? [{ operation, asker: 'owner', input: wrong } as const] : []),
      ];
    }),
  );
}

type Types = ReadonlyMap<string, SdkNamedType>;

function wrongInput({ pathParameters, body, query }: SdkOperation, types: Types): OperationInput {
  const path = Object.fromEntries(pathParameters.map(({ name }) => [name, newId()]));
  const asked = Object.fromEntries(
    query.filter(({ required }, at) => required || at === 0).map(({ name, type }) => [name, wrongParameter(type)]),
  );
  return {
    ...(pathParameters.length > 0 && { path }),
    ...(query.length > 0 && { query: asked }),
    ...(body?.kind === 'file' && { body: { [body.field]: new File(['nothing'], 'a.png', { type: 'image/png' }) } }),
    ...(body?.kind === 'json' && { body: wrongValue(body.type, types) }),
  };
}

/** Of a yes or no the command line takes no other word: what else is wrong is refused. */
const wrongParameter = ({ kind }: SdkType): string | number | boolean => {
  if (kind === 'boolean') return true;
  return kind === 'integer' || kind === 'number' ? -1 : 'none';
};

/** A value of the type's form that no rule lets pass. */
function wrongValue(type: SdkType, types: Types): unknown {
  switch (type.kind) {
    case 'named':
      return Object.fromEntries(obligatory(types.get(type.name)).map(({ name, type: inner }) => [name, wrongValue(inner, types)]));
    case 'array':
      return [wrongValue(type.items, types)];
    case 'integer':
    case 'number':
      return -1;
    case 'boolean':
      return 'none';
    case 'union':
      return type.of[0] ? wrongValue(type.of[0], types) : '';
    case 'map':
    case 'json':
      return 5;
    case 'string':
    case 'moment':
    case 'words':
      return '';
  }
}

/** What has to be there; where nothing has, the first field, so that something is wrong. */
function obligatory(type: SdkNamedType | undefined): readonly SdkField[] {
  const fields = type?.fields ?? [];
  const required = fields.filter((field) => field.required);
  return required.length > 0 ? required : fields.slice(0, 1);
}
