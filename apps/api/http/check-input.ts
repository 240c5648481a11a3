import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validate } from 'class-validator';
import { Invalid, type FieldError } from '@pps/kernel';
import { noteDeprecatedFields } from './deprecated.decorator';
import { fieldErrorsOf } from './field-errors';
import { isReserved, reservedFieldErrors } from './json-errors';

export interface InputLocation {
  /** Where the value stands in the request, e.g. `['body', 'pins', 3]`. */
  readonly loc: FieldError['loc'];
  readonly unknownFields: 'refuse' | 'strip';
}

/**
 * The value as an instance of a class-validator class. Throws Invalid with a field error for all that is wrong with it,
 * also when it is no JSON object. Nothing is converted but by the class's own decorators.
 */
export async function checkInput<T extends object>(
  type: ClassConstructor<T>,
  value: unknown,
  { loc, unknownFields }: InputLocation,
): Promise<T> {
  if (!isObject(value)) throw new Invalid([notAnObject(value, loc)]);
  const reserved = reservedFieldErrors(value, loc);
  // A field that holds a reserved name is not looked at further; that it then seems to be missing is no fault of its own.
  const unreadable = new Set(unknownFields === 'refuse' ? reserved.map((error) => error.loc[loc.length]) : []);
  const readable = Object.entries(value).filter(([name]) => !isReserved(name) && !unreadable.has(name));
  const instance = plainToInstance(type, Object.fromEntries(readable));
  const failed = await validate(instance, { whitelist: true, forbidNonWhitelisted: unknownFields === 'refuse' });
  const own = [
    ...(unknownFields === 'refuse' ? reserved : []),
    ...fieldErrorsOf(failed, loc).filter((error) => !unreadable.has(error.loc[loc.length])),
  ];
  const errors = [...own, ...errorsTogether(instance, loc, own)];
  if (errors.length > 0) throw new Invalid(errors);
  noteDeprecatedFields(instance, value);
  return instance;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnObject(value: unknown, loc: FieldError['loc']): FieldError {
  return value === undefined
    ? { loc, msg: `${String(loc.at(-1))} is required`, type: 'missing' }
    : { loc, msg: `${String(loc.at(-1))} must be a JSON object`, type: 'object_type' };
}

/** What is wrong with several fields of an input taken together, each of which may be wrong by itself, too. */
type CheckTogether<T extends object> = (input: T, loc: FieldError['loc']) => readonly FieldError[];

const TOGETHER = Symbol('FieldsTogether');

/** Lets a class-validator class, and those that extend it, be checked beyond single fields: all faults of an input are told at once. */
export const FieldsTogether =
  <T extends object>(check: CheckTogether<T>) =>
  (target: new () => T): void =>
    Reflect.defineMetadata(TOGETHER, check, target);

/** The faults of an input's fields together, but for fields that have faults of their own. */
function errorsTogether(input: object, loc: FieldError['loc'], own: readonly FieldError[]): readonly FieldError[] {
  const check = Reflect.getMetadata(TOGETHER, input.constructor) as CheckTogether<object> | undefined;
  const told = new Set(own.map((error) => String(error.loc[loc.length])));
  return (check?.(input, loc) ?? []).filter((error) => !told.has(String(error.loc[loc.length])));
}
