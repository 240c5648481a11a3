import { PinPublishing } from 'pin-publishing';
import { serviceAddress } from './console-root';
import { readSession } from './console-session';
import { noteAnswer } from './server-now';

/** For calls that ask or change where the session is, whichever project the window shows. */
export const inAnyProject = { headers: { 'x-session-project': '' } };

/**
 * The service, by the session that the browser holds in a cookie. Its headers say that a page of ours calls, and which project it shows when the call is made:
 * the service refuses what was meant for another one than the session is in by now, also when the call is repeated.
 */
export const client = new PinPublishing({
  baseUrl: serviceAddress,
  headers: {
    'x-session-carrier': 'console',
    get 'x-session-project'() {
      const session = readSession();
      return 'me' in session ? session.me.active_project.id : '';
    },
  },
  timeoutMs: 30_000,
  maxRetries: 2,
  longestWaitMs: 3_000,
  async fetch(url, init) {
    const response = await fetch(url, init);
    noteAnswer(response);
    return response;
  },
});
