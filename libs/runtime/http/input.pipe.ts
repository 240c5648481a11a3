import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { checkInput } from './check-input';
import type { InputLocation } from './check-input';

const untyped: readonly unknown[] = [undefined, String, Number, Boolean, Array, Object, Buffer, Promise];

const locations: Readonly<Partial<Record<ArgumentMetadata['type'], InputLocation>>> = {
  body: { loc: ['body'], unknownFields: 'refuse' },
  query: { loc: ['query'], unknownFields: 'strip' },
  param: { loc: ['path'], unknownFields: 'strip' },
};

/** Checks every argument of a handler that is typed by a class-validator class. */
@Injectable()
export class InputPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    const location = locations[type];
    if (!location || data !== undefined || untyped.includes(metatype)) return value;
    return checkInput(metatype as ClassConstructor<object>, value, location);
  }
}
