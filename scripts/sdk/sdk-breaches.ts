import type { SdkAnswer, SdkField, SdkModel, SdkNamedType, SdkOperation, SdkType } from './sdk-model';
import { takesType, type Direction } from './takes-type';

/** What of the SDKs could break a program that was written against the released ones, a line each. */
export function sdkBreaches(released: SdkModel, present: SdkModel): string[] {
  return [
    ...eachStill(operationsOf(released), operationsOf(present), operationBreaches),
    ...eachStill(byName(released.types), byName(present.types), typeBreaches),
    ...released.errors.flatMap(({ code, className }) => {
      const is = present.errors.find((each) => each.code === code);
      return is?.className === className ? [] : [`${className}: is gone`];
    }),
  ];
}

/** Whether a version may break what another one promised: a new major one, and before 1.0 a new minor one. */
export function mayBreak(was: string, is: string): boolean {
  const [before = [], now = []] = [was, is].map((version) => version.split('.').map(Number));
  const at = before[0] === 0 && now[0] === 0 ? 1 : 0;
  return (now[at] ?? 0) > (before[at] ?? 0);
}

const byName = (types: readonly SdkNamedType[]) => new Map(types.map((type) => [type.name, type]));
const operationsOf = ({ resources }: SdkModel) =>
  new Map(resources.flatMap(({ operations }) => operations).map((each) => [`${each.resource}.${each.method}`, each]));

function eachStill<Named>(
  was: ReadonlyMap<string, Named>,
  is: ReadonlyMap<string, Named>,
  compare: (was: Named, is: Named, at: string) => string[],
): string[] {
  return [...was].flatMap(([name, before]) => {
    const now = is.get(name);
    return now === undefined ? [`${name}: is gone`] : compare(before, now, name);
  });
}

function operationBreaches(was: SdkOperation, is: SdkOperation, at: string): string[] {
  const pathOf = ({ pathParameters }: SdkOperation) => pathParameters.map(({ name }) => name).join();
  return [
    ...(was.id === is.id ? [] : [`${at}: called ${was.id} and calls ${is.id}`]),
    ...(pathOf(was) === pathOf(is) ? [] : [`${at}: took ${pathOf(was) || 'nothing'} first and takes ${pathOf(is) || 'nothing'}`]),
    ...was.pathParameters.flatMap(({ name, type }) => {
      const present = is.pathParameters.find((each) => each.name === name);
      return !present || takesType(type, present.type, 'sent') ? [] : [`${at}.${name}: is another type where it is sent`];
    }),
    ...(was.idempotencyKey !== 'made' || is.idempotencyKey === 'made' ? [] : [`${at}: makes no idempotency key any more`]),
    ...bodyBreaches(was, is, at),
    ...fieldBreaches(was.query, is.query, at, 'sent'),
    ...(isAnswered(was.answer, is.answer) ? [] : [`${at}: answers something else`]),
    ...pagingBreaches(was, is, at),
  ];
}

function pagingBreaches({ paging: was }: SdkOperation, { paging: is }: SdkOperation, at: string): string[] {
  // What was awaited for its answer gives a page then.
  if (was === null) return is === null ? [] : [`${at}: is a list now`];
  return was.kind === is?.kind ? [] : [`${at}: is no longer a list by ${was.kind}`];
}

function bodyBreaches({ body: was, verb }: SdkOperation, { body: is }: SdkOperation, at: string): string[] {
  if (was === null) return is?.kind === 'file' || is?.required === true ? [`${at}: a body is required now`] : [];
  if (is?.kind !== was.kind) return [`${at}: takes another body for its ${verb}`];
  if (was.kind === 'file' || is.kind === 'file') return [];
  const isTaken = takesType(was.type, is.type, 'sent');
  return [...(isTaken ? [] : [`${at}: the body is narrower`]), ...(is.required && !was.required ? [`${at}: a body is required now`] : [])];
}

function isAnswered(was: SdkAnswer, is: SdkAnswer): boolean {
  if (was.kind !== is.kind) return was.kind === 'empty';
  if (was.kind === 'json' && is.kind === 'json' && is.mayBeEmpty && !was.mayBeEmpty) return false;
  return !('type' in was && 'type' in is) || takesType(is.type, was.type, 'received');
}

const directionsOf = { sent: ['sent'], received: ['received'], both: ['sent', 'received'] } as const;

function typeBreaches(was: SdkNamedType, is: SdkNamedType, at: string): string[] {
  const present: readonly Direction[] = directionsOf[is.use];
  return [
    ...directionsOf[was.use].filter((direction) => !present.includes(direction)).map((direction) => `${at}: is no longer ${direction}`),
    // What is sent too is written as it is sent: a moment may be a text in it, which a program that reads it does not expect.
    ...(was.use === 'received' && is.use === 'both' ? was.fields.filter(({ type }) => hasMoment(type)) : []).map(
      ({ name }) => `${at}.${name}: may be a text where it is received`,
    ),
    ...(was.isOpen && !is.isOpen ? [`${at}: has no further fields any more`] : []),
    ...directionsOf[was.use].flatMap((direction) => fieldBreaches(was.fields, is.fields, at, direction)),
  ];
}

function hasMoment(type: SdkType): boolean {
  if (type.kind === 'array') return hasMoment(type.items);
  if (type.kind === 'map') return hasMoment(type.values);
  return type.kind === 'union' ? type.of.some(hasMoment) : type.kind === 'moment';
}

function fieldBreaches(was: readonly SdkField[], is: readonly SdkField[], at: string, direction: Direction): string[] {
  const [before, now] = [was, is].map((fields) => new Map(fields.map((field) => [field.name, field])));
  const needed = direction === 'sent' ? is.filter(({ name, required }) => required && before?.get(name)?.required !== true) : [];
  return [
    ...needed.map(({ name }) => `${at}.${name}: is required now`),
    ...was.flatMap(({ name, type, required }) => {
      const present = now?.get(name);
      if (!present) return [`${at}.${name}: is gone`];
      const [given, expected] = direction === 'sent' ? [type, present.type] : [present.type, type];
      return [
        ...(takesType(given, expected, direction) ? [] : [`${at}.${name}: is another type where it is ${direction}`]),
        ...(direction === 'received' && required && !present.required ? [`${at}.${name}: may be absent now`] : []),
      ];
    }),
  ];
}
