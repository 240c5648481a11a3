import { logIn, newKey, register } from '../../setup/account';
import { bearer, type Call } from '../../setup/caller';
import { connectPlatformUser } from '../../setup/platform-user';

export interface ListenedProject {
  /** Of the listeners. */
  readonly key: string;
  /** Creates pins until so many events are certain. */
  makeEvents(count: number, signal: AbortSignal): Promise<void>;
  /** The number of the newest event, once all pins have ended and every webhook has the same one; undefined before. */
  newestWhenSettled(): Promise<number | undefined>;
  revokeKey(): Promise<void>;
}

const eventsOfPin = 3;
const batchSize = 50;

/** A project with a key for listeners, an account and a board, and another key for its own calls. */
export async function openListenedProject(call: Call): Promise<ListenedProject> {
  const { email, session } = await register(call);
  const [listeners, own] = [await newKey(call, session), await newKey(call, session)];
  const connected = await connectPlatformUser(call, own.headers, { username: 'ada' });
  if (connected.status !== 200) throw new Error(`not connected: ${connected.status}`);
  const account_id: string = connected.body.account_id;
  const [board] = (await call('GET', `/v1/platform/boards?account_id=${account_id}`, undefined, own.headers)).body;
  const pinOf = (number: number) => ({
    ...{ account_id, board_id: board.id, title: `Door ${number}`, idempotency_key: `door-${number}` },
    image_url: `https://images.example/${number}.jpg`,
  });
  return {
    key: listeners.text,
    async makeEvents(count, signal) {
      const pins = Math.ceil(count / eventsOfPin);
      for (let from = 0; from < pins && !signal.aborted; from += batchSize) {
        const batch = Array.from({ length: Math.min(batchSize, pins - from) }, (_, index) => pinOf(from + index));
        const { status, body } = await call('POST', '/v1/pins/batch', { pins: batch }, own.headers);
        if (status !== 200 || body.created_count !== batch.length)
          throw new Error(`a batch was answered ${status}: ${JSON.stringify(body)}`);
      }
    },
    async newestWhenSettled() {
      for (const status of ['queued', 'publishing', 'retrying', 'deferred']) {
        const { body } = await call('GET', `/v1/pins?limit=1&status=${status}`, undefined, own.headers);
        if (Array.isArray(body) && body.length > 0) return undefined;
      }
      const hooks = (await call('GET', '/v1/webhooks', undefined, own.headers)).body as readonly { readonly id: string }[];
      const newest = await Promise.all(hooks.map(async ({ id }) => newestOf(call, id, own.headers)));
      return new Set(newest).size === 1 && newest[0] ? newest[0] : undefined;
    },
    async revokeKey() {
      const { body } = await logIn(call, email);
      const { status } = await call('DELETE', `/v1/api-keys/${listeners.id}`, undefined, bearer(body.access_token));
      if (status !== 204) throw new Error(`the key was not revoked: ${status}`);
    },
  };
}

async function newestOf(call: Call, id: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { body } = await call('GET', `/v1/webhooks/${id}/deliveries?limit=1`, undefined, headers);
  return body.items[0]?.sequence ?? 0;
}
