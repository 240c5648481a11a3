import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Invalid } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import { AsOfGuard, TAKES_AS_OF, type RequestAsOf } from './as-of.guard';

const present = new Date('2026-11-22T12:00:00.000Z');
const guard = new AsOfGuard({ clock: () => present }, new Reflector());
const taking = () => undefined;
Reflect.defineMetadata(TAKES_AS_OF, true, taking);
const other = () => undefined;

/** The moment that a request with this query gets from a route, or why it is refused. */
function asOf(query: object, route = taking): Date | undefined | string {
  const request: RequestAsOf = {};
  const http = { getRequest: () => Object.assign(request, { query }) };
  const context = { switchToHttp: () => http, getHandler: () => route } as unknown as ExecutionContext;
  try {
    guard.canActivate(context);
    return request.asOf;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const [fault] = error.errors;
    return failureOf(error).status === 422 && fault?.loc.join('.') === 'query.as_of' ? fault.type : 'something else';
  }
}

test('a moment that is over is read, and the present is asked for without one', () => {
  expect(asOf({ as_of: '2026-11-22T13:00:00+01:00' })).toEqual(present);
  expect(asOf({ as_of: '1970-01-01T00:00:00Z' })).toEqual(new Date(0));
  expect(asOf({ asof: 'yesterday' })).toBeUndefined();
});

test.each<[unknown]>([[''], ['yesterday'], ['2026-01-01'], ['2026-02-30T00:00:00Z'], [['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']]])(
  '%j is no moment',
  (value) => expect(asOf({ as_of: value })).toBe('datetime_parsing'),
);

test('a moment that another host has given, whose clock is ahead, is read', () => {
  expect(asOf({ as_of: '2026-11-22T12:00:01Z' })).toEqual(new Date('2026-11-22T12:00:01.000Z'));
});

test.each(['2026-11-22T12:00:01.001Z', '9999-12-31T23:59:59Z'])('%s is not over', (value) => {
  expect(asOf({ as_of: value })).toBe('datetime_past');
});

test('a route that does not offer it refuses it, whatever it is', () => {
  expect(asOf({ as_of: '2026-01-01T00:00:00Z' }, other)).toBe('not_applicable');
  expect(asOf({ as_of: '' }, other)).toBe('not_applicable');
  expect(asOf({}, other)).toBeUndefined();
});
