import { newId } from '@pps/kernel';
import { connectPlatformUser } from '../../setup/platform-user';
import { bearer, type Answer, type Call } from '../../setup/caller';
import { logIn, newKey, register } from '../../setup/account';
import { pinOf, type Workspace } from '../traffic/workspace';

/** What titles of its pins begin with. */
export const handedOver = 'handed-over-';

interface Question {
  readonly what: string;
  ask(): Promise<Answer>;
  readonly wanted: number;
  holds?(answer: Answer): boolean;
}

/** What one API has given out is used at another: sessions, a cookie, keys, cursors, states of a consent, repeats. Gives what the other did not understand. */
export async function handOver(from: Call, to: Call, known: Workspace): Promise<readonly string[]> {
  const account = await register(from);
  const { body: session } = await logIn(from, account.email);
  const key = await newKey(from, account.session);
  const title = `${handedOver}${newId()}`;
  const created = await from('POST', '/v1/pins', pinOf(known, title), known.headers);
  const page = await from('GET', '/v1/activity-logs?limit=1', undefined, known.headers);
  const questions: Question[] = [
    { what: 'the token of a registration', ask: () => to('GET', '/v1/auth/me', undefined, account.session), wanted: 200 },
    { what: 'the token of a login', ask: () => to('GET', '/v1/auth/me', undefined, bearer(session.access_token)), wanted: 200 },
    { what: 'a key', ask: () => to('GET', '/v1/platform/accounts', undefined, key.headers), wanted: 200 },
    {
      what: 'a consent that began there',
      ask: () => connectPlatformUser(split(from, to), key.headers, { username: `u-${newId()}` }),
      wanted: 200,
    },
    {
      what: 'an idempotency key',
      ask: () => to('POST', '/v1/pins', pinOf(known, title), known.headers),
      wanted: 201,
      holds: ({ body, headers }) => body.id === created.body.id && headers.get('idempotent-replayed') === 'true',
    },
    { what: 'its own pin', ask: () => to('GET', `/v1/pins/${created.body.id}`, undefined, known.headers), wanted: 200 },
    {
      what: 'a cursor of the activity',
      ask: () => to('GET', `/v1/activity-logs?limit=1&cursor=${encodeURIComponent(page.body.next_cursor)}`, undefined, known.headers),
      wanted: 200,
    },
    { what: 'a deletion of the key', ask: () => to('DELETE', `/v1/api-keys/${key.id}`, undefined, account.session), wanted: 204 },
    { what: 'a key that the other has deleted', ask: () => from('GET', '/v1/platform/accounts', undefined, key.headers), wanted: 401 },
    ...(await cookieQuestion(from, to, account.email)),
  ];
  const faults: string[] = [];
  for (const { what, ask, wanted, holds = () => true } of questions) {
    const answer = await ask();
    if (answer.status !== wanted) faults.push(`${what}: ${answer.status} instead of ${wanted}, ${JSON.stringify(answer.body)}`);
    else if (!holds(answer)) faults.push(`${what}: ${JSON.stringify(answer.body)}`);
  }
  return faults;
}

/** A consent begins at one and comes back to the other. */
const split =
  (from: Call, to: Call): Call =>
  (method, path, ...rest) =>
    (path.includes('/callback') ? to : from)(method, path, ...rest);

/** Where both know sessions in a cookie: an older release takes `carrier` for a mistake. */
async function cookieQuestion(from: Call, to: Call, email: string): Promise<Question[]> {
  const { status, headers } = await from('POST', '/v1/auth/login', { email, password: 'correct horse', carrier: 'cookie' });
  const [cookie = ''] = headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  const knows = async (call: Call) =>
    (await call('POST', '/v1/auth/login', { email, password: 'wrong horse', carrier: 'cookie' })).status !== 422;
  if (status !== 200 || cookie === '' || !(await knows(to))) return [];
  return [{ what: 'a session in a cookie', ask: () => to('GET', '/v1/auth/me', undefined, { cookie }), wanted: 200 }];
}
