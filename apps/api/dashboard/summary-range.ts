import { isMoment } from '../http/field-rules.decorator';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import { Invalid } from '@pps/kernel';
import { momentInZone } from './calendar-spans';

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
const isLocalTime = (text: string): boolean => isMoment(`${text}Z`);

const dayMs = 24 * 3_600_000;
const defaultMs = 30 * dayMs;
const longestMs = 366 * dayMs;
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(9000, 0, 1);

interface SummaryRange {
  readonly start: Date;
  readonly end: Date;
}

/** The half-open range of a summary: up to now, and of 30 days where no beginning is given. Throws `Invalid` for one that is empty, longer than 366 days or not between the years 2000 and 9000. */
export function summaryRange(start: string | undefined, end: string | undefined, zone: string, now: Date): SummaryRange {
  const to = end === undefined ? now : momentOf(end, zone);
  const from = start === undefined ? new Date(to.getTime() - defaultMs) : momentOf(start, zone);
  if (from.getTime() < earliest) throw refused('start', 'must not be before the year 2000');
  if (to.getTime() > latest) throw refused('end', 'must not be after the year 9000');
  if (from.getTime() >= to.getTime()) throw refused('start', 'must be before end, which is now where it is absent');
  if (to.getTime() - from.getTime() > longestMs) throw refused('start', 'must be at most 366 days before end');
  return { start: from, end: to };
}

const momentOf = (text: string, zone: string): Date => (isLocalTime(text) ? momentInZone(Date.parse(`${text}Z`), zone) : new Date(text));

const refused = (field: 'start' | 'end', fault: string): Invalid =>
  new Invalid([{ loc: ['query', field], msg: fault, type: 'value_error' }]);
