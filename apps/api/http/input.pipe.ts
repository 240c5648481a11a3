import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { Invalid, isUnstorable, type FieldError } from '@pps/kernel';
import { checkInput, type InputLocation } from './check-input';
import type { CheckedQueries } from './checked-queries';
import { textErrors } from './json-errors';

const untyped: readonly unknown[] = [undefined, String, Number, Boolean, Array, Object, Buffer, Promise];

/** Whether an argument of this type is checked; a plain type says nothing of what must be in it. */
export const isChecked = (metatype: unknown): boolean => !untyped.includes(metatype);

const locations: Readonly<Partial<Record<ArgumentMetadata['type'], InputLocation>>> = {
  body: { loc: ['body'], unknownFields: 'refuse' },
  query: { loc: ['query'], unknownFields: 'strip' },
  param: { loc: ['path'], unknownFields: 'strip' },
};

/** Checks every argument of a handler that is typed by a class-validator class. */
@Injectable()
export class InputPipe implements PipeTransform<unknown, unknown> {
  constructor(private readonly queries?: CheckedQueries) {}

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    const location = locations[type];
    if (!location || data !== undefined || !isChecked(metatype)) return value;
    const checkedBy = metatype as ClassConstructor<object>;
    const check = () => checkInput(checkedBy, value, location);
    if (type === 'body') return withUnreadableTexts(value, location.loc, check);
    return type === 'query' && this.queries ? this.queries.check(checkedBy, value, check) : check();
  }
}

/** Texts that nothing can store are told beside all other faults. */
async function withUnreadableTexts(value: unknown, loc: FieldError['loc'], check: () => Promise<unknown>): Promise<unknown> {
  const unreadable = textErrors(value, loc);
  if (unreadable.length === 0) return check();
  const others = await check().then(
    () => [],
    (error: unknown) => {
      if (error instanceof Invalid) return error.errors;
      // The validator's rule for e-mail addresses (13.15.35) fails at half a character.
      if (error instanceof URIError) return [];
      throw error;
    },
  );
  const told = new Set(unreadable.map((error) => error.loc.join('.')));
  const isOther = ({ loc: at }: FieldError) =>
    !told.has(at.join('.')) && !at.some((step) => typeof step === 'string' && isUnstorable(step));
  throw new Invalid([...unreadable, ...others.filter(isOther)]);
}
