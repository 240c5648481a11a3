import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import type { TestProject, WebhookHost } from './webhook-host';

/** A pin's life so far, one append per fact; answers its id. */
export async function appendPinFacts(
  host: WebhookHost,
  { projectId, organizationId, origin }: TestProject,
  ...later: PinFact[]
): Promise<string> {
  const pinId = newId();
  const queued: PinFact = {
    type: 'PinQueued',
    data: {
      pinId,
      projectId,
      epoch: 0,
      organizationId,
      accountId: '0197a000-0000-7000-8000-00000000000a',
      boardId: '123',
      content: { title: 'A pin', imageUrl: 'https://example.com/a.png' },
      contentHash: 'hash',
      fingerprint: 'print',
      month: '2026-01',
      entryId: newId(),
      source: 'api',
      queuedAt: origin.occurredAt,
    },
  };
  for (const fact of [queued, ...later]) await host.streams.decide(pinStream, pinId, origin, () => [fact]);
  return pinId;
}

const at = '2026-01-05T09:00:00.000Z';

export const started: PinFact = {
  type: 'PinPublishAttemptStarted',
  data: { attempt: 1, startedAt: at, deadline: '2026-01-05T09:00:30.000Z', fingerprint: 'print' },
};
export const published: PinFact = {
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: '987', platformUrl: 'https://example.com/pin/987', publishedAt: at, via: 'answer' },
};
export const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'No.', failedAt: at } };
