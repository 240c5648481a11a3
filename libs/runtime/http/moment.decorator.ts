import { isISO8601, registerDecorator, type ValidationArguments } from 'class-validator';

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/i;

/** A string that is a date and time with an offset, as in RFC 3339, and that exists: what passes is good for `new Date` and for PostgreSQL. */
export function IsMoment(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'datetimeParsing',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: isMoment,
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must be a date and time with an offset, as in RFC 3339 (2026-12-01T09:00:00+01:00)`,
      },
    });
  };
}

/** Whether a value is such a string. */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string' || !withOffset.test(value) || !isISO8601(value.toUpperCase(), { strict: true })) return false;
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}
