import { ApiError, ConnectionError, TimedOutError } from 'pin-publishing';
import { committedModel } from '../../../../scripts/sdk/document-file';
import { CommandFailed } from '../command-failed';
import { showFailure } from './show-failure';

let said = '';
beforeEach(() => {
  said = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))));
});
afterEach(() => jest.restoreAllMocks());

const exits: Readonly<Record<number, number>> = { 401: 3, 403: 3, 404: 4, 402: 5, 429: 5 };

test.each(committedModel().errors)(
  '$code is said with what to do, and ends with the code of its status',
  ({ code, status, message, remediation }) => {
    const error = new ApiError(status, { code, message, remediation, request_id: 'r-1', limit: 'storage' }, new Headers());
    const exit = exits[status] ?? (status >= 500 ? 6 : 1);
    expect(showFailure(error, { json: false })).toBe(exit);
    expect(said).toContain(`${code}: ${message}`);
    expect(said).toContain(`What to do: ${remediation}`);
    expect(said).toContain('pps explain r-1');
    said = '';
    expect(showFailure(error, { json: true })).toBe(exit);
    expect(JSON.parse(said)).toEqual({
      error: { code, message, status, remediation, request_id: 'r-1', fields: [], limit: 'storage' },
      exit_code: exit,
    });
  },
);

test.each<[string, Error, number]>([
  ['a lost connection', new ConnectionError('the connection was lost', true), 6],
  ['a try that took too long', new TimedOutError(60_000), 6],
  ['a missing key', new CommandFailed('no key', 'credential'), 3],
  ['an id that is none', new TypeError('id must be an id'), 2],
  ['anything else', new Error('something else'), 1],
])('%s has an exit code of its own', (_, error, exit) => expect(showFailure(error, { json: false })).toBe(exit));
