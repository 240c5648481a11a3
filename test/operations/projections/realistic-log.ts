import type { EventStore, NewFact } from '@pps/event-store';
import { derivedId, type Fact } from '@pps/kernel';
import { attemptStarted, outcomeUnknown, pinQueued } from '@pps/pins/testing';
import { webhookSamples } from '@pps/webhooks/testing';

// The log after pins were published for a while: their lives, the quota they took, their webhooks.

const projects = 10;
const pinsPerRound = 50;
const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9) + second * 1_000).toISOString();
const id = (...what: (string | number)[]) => derivedId('realistic-log', ...what.map(String));

interface Lived {
  readonly stream: string;
  readonly facts: readonly Fact[];
}

/** One webhook in each of the projects, then rounds of pins until at least so many facts were appended; answers how many. */
export async function appendRealisticLog(store: EventStore, wanted: number, inFlight = 64): Promise<number> {
  let appended = 0;
  const revisions = new Map<string, number>();
  const append = async (lives: readonly Lived[]) => {
    const waiting = [...lives];
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (let life = waiting.shift(); life; life = waiting.shift()) {
          const { stream, facts } = life;
          const known = revisions.get(stream) ?? -1;
          await store.append(
            stream,
            facts.map((fact, index) => newFact(stream, known + 1 + index, fact)),
            known < 0 ? 'no_stream' : known,
          );
          // Only streams that go on: the others would fill the memory.
          if (/^(quota|webhook_outbox)-/.test(stream)) revisions.set(stream, known + facts.length);
          appended += facts.length;
        }
      }),
    );
  };
  await append(Array.from({ length: projects }, (_, project) => webhookOf(project)));
  for (let round = 0; appended < wanted; round++) for (const lives of livesOf(round)) await append(lives);
  return appended;
}

const newFact = (stream: string, revision: number, { type, data }: Fact): NewFact => ({
  id: id(stream, revision),
  type,
  data,
  metadata: {
    organizationId: id('organization', 0),
    projectId: id('project', 0),
    epoch: 0,
    actor: { type: 'system' },
    occurredAt: at(0),
    schemaVersion: 1,
  },
});

function webhookOf(project: number): Lived {
  const [created] = webhookSamples;
  if (!created) throw new Error('the webhooks have no sample');
  const webhookId = id('webhook', project);
  return {
    stream: `webhook-${webhookId}`,
    facts: [{ ...created, data: { ...created.data, webhookId, projectId: id('project', project) } } as Fact],
  };
}

/** One step after the other: quota and pins, webhook deliveries and their outcomes. */
function livesOf(round: number): Lived[][] {
  const project = round % projects;
  const [projectId, webhookId] = [id('project', project), id('webhook', project)];
  const pins = Array.from({ length: pinsPerRound }, (_, index) => ({
    pinId: id('pin', round, index),
    entryId: id('entry', round, index),
    nth: round + index,
  }));
  const entries = pins.map(({ pinId, entryId }) => ({ entryId, pinId, units: 1, source: 'api', at: at(round), actor: { type: 'system' } }));
  const requests = pins.map(({ pinId }) => ({
    type: 'WebhookDeliveryRequested',
    data: {
      webhookId,
      deliveryId: id('delivery', pinId),
      eventId: `evt_${pinId}`,
      event: 'pin.published',
      occurredAt: at(round + 1),
      data: { pin_id: pinId, status: 'published' },
      causePosition: '0',
    },
  }));
  return [
    [
      { stream: `quota-${projectId}-2026-01`, facts: [{ type: 'QuotaConsumed', data: { entries } }] },
      ...pins.map(({ pinId, entryId, nth }) => ({ stream: `pin-${pinId}`, facts: pinLife(pinId, projectId, entryId, nth, round) })),
    ],
    [{ stream: `webhook_outbox-${webhookId}`, facts: requests }],
    pins.map(({ pinId, nth }) => ({ stream: `webhook_delivery-${id('delivery', pinId)}`, facts: deliveryLife(webhookId, nth, round) })),
  ];
}

function pinLife(pinId: string, projectId: string, entryId: string, nth: number, second: number): Fact[] {
  const content = { title: `Pin ${nth}`, linkUrl: `https://example.org/${pinId}`, imageUrl: `https://example.org/${pinId}.jpg` };
  const queued = pinQueued({ pinId, projectId, accountId: id('account', projectId), entryId, content, queuedAt: at(second) });
  const published = {
    type: 'PinPublished',
    data: {
      attempt: 1,
      platformPinId: `8${nth}`,
      platformUrl: `https://www.pinterest.com/pin/8${nth}`,
      publishedAt: at(second + 1),
      via: 'answer',
    },
  };
  const failed = {
    type: 'PinFailed',
    data: { attempt: 1, errorCode: 'invalid_image', errorMessage: 'No image.', failedAt: at(second + 1) },
  };
  if (nth % 20 === 0) return [queued, attemptStarted(1, at(second)), failed];
  if (nth % 20 === 1) return [queued, attemptStarted(1, at(second)), outcomeUnknown(1, at(second + 1))];
  if (nth % 20 === 2) return [queued];
  return [queued, attemptStarted(1, at(second)), published];
}

function deliveryLife(webhookId: string, nth: number, second: number): Fact[] {
  const attempted = {
    type: 'WebhookDeliveryAttempted',
    data: { webhookId, n: 1, startedAt: at(second), durationMs: 12, statusCode: 204, trigger: 'auto' },
  };
  return nth % 20 === 3 ? [attempted] : [attempted, { type: 'WebhookDelivered', data: { webhookId, at: at(second + 1) } }];
}
