import { PinPublishing } from 'pin-publishing';
import { findProjectId } from './find-own-key';

test('a connection that is lost once does not end a program that has just begun', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(Response.json([{ workspace_id: 'project' }])),
  ];
  const fetch = jest.fn(() => answers.shift()!());
  const client = new PinPublishing({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0, fetch });
  expect(await findProjectId(client)).toBe('project');
  expect(fetch).toHaveBeenCalledTimes(2);
});
