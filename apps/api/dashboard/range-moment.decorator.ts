import { isMoment } from '../http/field-rules.decorator';
import { registerDecorator, type ValidationArguments } from 'class-validator';

/** A date and time as in RFC 3339; without an offset it is local time of the query's `tz`. */
export function IsRangeMoment(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'datetimeParsing',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => isMoment(value) || (typeof value === 'string' && isLocalTime(value)),
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must be a date and time as in RFC 3339, such as 2026-12-01T09:00:00+01:00, or without an offset, in tz`,
      },
    });
  };
}

/** Whether a text is a date and time without an offset. */
export const isLocalTime = (text: string): boolean => isMoment(`${text}Z`);
