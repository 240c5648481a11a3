import { newId } from '@pps/kernel';
import type { Answer } from '../../setup/caller';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface Pair {
  readonly writer: Workspace;
  /** The same customer's way to another API process. */
  readonly reader: Workspace;
}

/** What was seen right after a write: it shows, it does not, or the read or write was not answered with success. */
export type Sight = 'shown' | 'stale' | `refused ${number}`;

export interface WrittenThenRead {
  readonly what: string;
  run(pair: Pair): Promise<Sight>;
}

const refused = ({ status }: Answer): Sight => `refused ${status}`;
const judged = (answer: Answer, shows: boolean): Sight => (answer.status >= 500 ? refused(answer) : shows ? 'shown' : 'stale');

/** What one lane of a campaign changes, and nobody else. */
export interface LaneParts {
  readonly webhookId: string;
  readonly keyId: string;
  readonly url: string;
}

/** The writes of one lane, each followed at once by the read that has to show it. */
export function writesOf({ webhookId, keyId, url: receiverUrl }: LaneParts): readonly WrittenThenRead[] {
  const afterNewPin = (
    what: string,
    path: (pinId: string) => string,
    shows: (answer: Answer, pinId: string) => boolean,
  ): WrittenThenRead => ({
    what,
    run: async ({ writer, reader }) => {
      const created = await writer.call('POST', '/v1/pins', pinOf(writer, newId()));
      if (created.status !== 201) return refused(created);
      const pinId = created.body.id as string;
      const answer = await reader.call('GET', path(pinId));
      return judged(answer, answer.status === 200 && shows(answer, pinId));
    },
  });
  return [
    afterNewPin(
      'pin created → GET pin',
      (pinId) => `/v1/pins/${pinId}`,
      ({ body }, pinId) => body.id === pinId,
    ),
    afterNewPin(
      'pin created → list of pins',
      () => '/v1/pins?sort=created_at_desc&limit=200',
      ({ body }, pinId) => (body as { id: string }[]).some(({ id }) => id === pinId),
    ),
    afterNewPin(
      'pin created → timeline',
      (pinId) => `/v1/pins/${pinId}/timeline`,
      ({ body }) => JSON.stringify(body).includes('queued'),
    ),
    {
      what: 'webhook changed → GET webhook',
      run: async ({ writer, reader }) => {
        const url = `${receiverUrl}?changed=${newId()}`;
        const changed = await writer.call('PATCH', `/v1/webhooks/${webhookId}`, { url });
        if (changed.status !== 200) return refused(changed);
        const answer = await reader.call('GET', `/v1/webhooks/${webhookId}`);
        return judged(answer, answer.body?.url === url);
      },
    },
    {
      what: 'API key renamed → list of keys',
      run: async ({ writer, reader }) => {
        const name = newId();
        const changed = await writer.call('PATCH', `/v1/api-keys/${keyId}`, { name });
        if (changed.status !== 200) return refused(changed);
        const answer = await reader.call('GET', '/v1/api-keys');
        return judged(answer, answer.status === 200 && (answer.body as { name: string }[]).some((key) => key.name === name));
      },
    },
  ];
}
