import { Invalid, isUuid } from '@pps/kernel';

/** The id that an argument names. Throws `Invalid` for what is none. */
export function idArgument(value: unknown): string {
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  throw new Invalid([{ loc: ['body', 'id'], msg: 'id must be a UUID', type: value === undefined ? 'missing' : 'uuid_parsing' }]);
}
