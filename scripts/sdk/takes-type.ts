import type { SdkType } from './sdk-model';

/** Who of the two may know words that the other one does not: a client that reads keeps them, one that sends would be refused. */
export type Direction = 'sent' | 'received';

/** Whether every value of one type is a value of another, as programs against the SDKs see it. */
export const takesType = (given: SdkType, expected: SdkType, direction: Direction): boolean =>
  (mayBeNull(expected) || !mayBeNull(given)) && takesValues(given, expected, direction);

const mayBeNull = (type: SdkType): boolean => type.nullable || (type.kind === 'union' && type.of.some(mayBeNull));

/** The same of all values but null. */
function takesValues(given: SdkType, expected: SdkType, direction: Direction): boolean {
  if (expected.kind === 'json') return true;
  if (given.kind === 'union') return given.of.every((each) => takesValues(each, expected, direction));
  if (expected.kind === 'union') return expected.of.some((each) => takesValues(given, each, direction));
  switch (given.kind) {
    case 'words':
      if (expected.kind === 'string' || direction === 'received') return expected.kind === 'string' || expected.kind === 'words';
      return expected.kind === 'words' && given.words.every((word) => expected.words.includes(word));
    case 'string':
      return expected.kind === 'string' || (expected.kind === 'words' && direction === 'received');
    case 'integer':
      return expected.kind === 'integer' || expected.kind === 'number';
    case 'array':
      return expected.kind === 'array' && takesType(given.items, expected.items, direction);
    case 'map':
      return expected.kind === 'map' && takesType(given.values, expected.values, direction);
    case 'named':
      return expected.kind === 'named' && expected.name === given.name;
    case 'number':
    case 'boolean':
    case 'moment':
    case 'json':
      return expected.kind === given.kind;
  }
}
