import { PinPublishing } from 'pin-publishing';
import { serviceAddress } from './console-root';
import { noteAnswer } from './server-now';

/** The service, by the session that the browser holds in a cookie; the header says of every write that a page of ours sent it. */
export const client = new PinPublishing({
  baseUrl: serviceAddress,
  headers: { 'x-session-carrier': 'console' },
  timeoutMs: 30_000,
  maxRetries: 2,
  longestWaitMs: 3_000,
  async fetch(url, init) {
    const response = await fetch(url, init);
    noteAnswer(response);
    return response;
  },
});
