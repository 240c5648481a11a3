import { isMoment } from '../http/field-rules.decorator';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsTimeZone, Matches, registerDecorator, type ValidationArguments } from 'class-validator';
import { Invalid } from '@pps/kernel';
import { calendarSpans, dateInZone, momentInZone } from './calendar-spans';

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

/** The zone of a range: an IANA name, UTC where absent. */
export const RangeZone = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ description: `IANA name of the zone whose ${description}.`, default: 'UTC', example: 'Europe/Vienna' }),
    IsOptional(),
    IsString(),
    Matches(/^[A-Za-z]/),
    IsTimeZone(),
  );

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
  return checkedRange(from, to, longestMs, ', which is now where it is absent');
}

const calendarDays = 31;
const mostCalendarDays = 92;

/** The half-open range of a calendar: from the begin of the present day in the zone, and of 31 days where no end is given. Throws `Invalid` as `summaryRange` does, for more than 92 days. */
export function calendarRange(start: string | undefined, end: string | undefined, zone: string, now: Date): SummaryRange {
  const from = momentOf(start ?? `${dateInZone(now, zone)}T00:00:00`, zone);
  const to = end === undefined ? dayAfter(from, calendarDays, zone) : momentOf(end, zone);
  // An hour more, as the days of a quarter in which clocks go back have.
  return checkedRange(from, to, mostCalendarDays * dayMs + dayMs / 24, '');
}

/** The begin of the day so many days after that of a moment: some have 23 or 25 hours. */
const dayAfter = (from: Date, days: number, zone: string): Date =>
  calendarSpans(from, new Date(from.getTime() + (days + 2) * dayMs), zone, 'day')[days] ?? from;

function checkedRange(from: Date, to: Date, longest: number, whichEnd: string): SummaryRange {
  if (from.getTime() < earliest) throw refused('start', 'must not be before the year 2000');
  if (to.getTime() > latest) throw refused('end', 'must not be after the year 9000');
  if (from.getTime() >= to.getTime()) throw refused('start', `must be before end${whichEnd}`);
  if (to.getTime() - from.getTime() > longest) throw refused('start', `must be at most ${Math.floor(longest / dayMs)} days before end`);
  return { start: from, end: to };
}

const momentOf = (text: string, zone: string): Date => (isLocalTime(text) ? momentInZone(Date.parse(`${text}Z`), zone) : new Date(text));

const refused = (field: 'start' | 'end', fault: string): Invalid =>
  new Invalid([{ loc: ['query', field], msg: fault, type: 'value_error' }]);
