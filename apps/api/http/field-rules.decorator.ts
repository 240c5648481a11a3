import { registerDecorator, type ValidationArguments, isISO8601, isURL, ValidateBy } from 'class-validator';
import { isAbsoluteUrl } from '@pps/kernel';

/** A string of `min` to `max` Unicode code points, as JSON Schema counts length: an emoji with a variation selector is two. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'textLength',
      target: target.constructor,
      propertyName: String(property),
      constraints: [min, max],
      validator: {
        validate: (value: unknown) => typeof value === 'string' && within([...value].length, min, max),
        defaultMessage: ({ property: name }: ValidationArguments) => `${name} must have ${min} to ${max} characters`,
      },
    });
  };
}

const within = (length: number, min: number, max: number): boolean => length >= min && length <= max;

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

const web = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, allow_underscores: true };

/** A string that is an http(s) URL, which the validator's own rule would find in `http:example.org` too. */
export const IsWebAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isUrl',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isAbsoluteUrl(value) && isURL(value, web),
      defaultMessage: (of?: ValidationArguments) => `${of?.property ?? 'it'} must be a URL with http:// or https:// and a host`,
    },
  });
