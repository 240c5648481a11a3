import type { FieldError } from '@pps/kernel';

/** What is wrong with several fields of an input taken together, each of which may be wrong by itself, too. */
export type CheckTogether<T extends object> = (input: T, loc: FieldError['loc']) => readonly FieldError[];

const TOGETHER = Symbol('FieldsTogether');

/** Lets a class-validator class, and those that extend it, be checked beyond single fields: all faults of an input are told at once. */
export const FieldsTogether =
  <T extends object>(check: CheckTogether<T>) =>
  (target: new () => T): void =>
    Reflect.defineMetadata(TOGETHER, check, target);

/** The faults of an input's fields together, but for fields that have faults of their own. */
export function errorsTogether(input: object, loc: FieldError['loc'], own: readonly FieldError[]): readonly FieldError[] {
  const check = Reflect.getMetadata(TOGETHER, input.constructor) as CheckTogether<object> | undefined;
  const told = new Set(own.map((error) => String(error.loc[loc.length])));
  return (check?.(input, loc) ?? []).filter((error) => !told.has(String(error.loc[loc.length])));
}
