import { originOfPrincipal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import {
  CancelReplay,
  cancelReplay,
  DeleteWebhook,
  deleteWebhook,
  RedeliverEvent,
  redeliverEvent,
  replayPortion,
  RequestReplay,
  requestReplay,
  SendTest,
  sendTest,
  updateWebhook,
} from '@pps/webhooks';
import { deliveryStream, outboxStream, replayStream, webhookStream } from '@pps/webhooks/events';
import { projectStream } from '@pps/workspaces/events';
import type { Subject } from './check-pair';
import { given } from './open-project';
import type { PairCommand, Request } from './pair-command';
import { pairDeps } from './pair-deps';
import { organizationId, projectId, PairWorld } from './pair-world';
import { finish } from './settle';
import { statesOf } from './states-of';

const webhookId = derivedId('webhook that was sent something');
const owner = { projectId, epoch: 0, accountIds: null };
const [at, then] = ['2026-11-01T00:00:00.000Z', '2026-11-20T09:00:00.000Z'];
const deliveryIds = [derivedId('delivery 1'), derivedId('delivery 2')];
const replayId = derivedId('replay');
const period = { since: at, until: '2026-11-20T10:00:00.000Z', fromRevision: 0, endRevision: 2, events: 2 };

/** A webhook that was sent two events; of them a replay runs, or not. */
async function start(isReplaying: boolean) {
  const world = new PairWorld();
  given(world, projectStream, projectId, {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'production', name: 'Production', timezone: 'UTC', createdAt: at },
  });
  const hook = { url: 'https://hooks.example/1', secretRef: 'webhook_secret 1', events: ['*'], isEnabled: true, createdAt: at };
  given(world, webhookStream, webhookId, { type: 'WebhookCreated', data: { webhookId, projectId, organizationId, epoch: 0, ...hook } });
  for (const deliveryId of deliveryIds) {
    const event = { eventId: `evt_${deliveryId}`, event: 'pin.published', occurredAt: then, data: {}, causePosition: '0' };
    given(world, outboxStream, webhookId, { type: 'WebhookDeliveryRequested', data: { webhookId, deliveryId, ...event } });
    const attempt = { webhookId, n: 1, startedAt: then, durationMs: 1, statusCode: 204, trigger: 'auto' } as const;
    given(
      world,
      deliveryStream,
      deliveryId,
      { type: 'WebhookDeliveryAttempted', data: attempt },
      { type: 'WebhookDelivered', data: { at: then } },
    );
  }
  if (isReplaying)
    given(world, replayStream, webhookId, { type: 'WebhookReplayRequested', data: { webhookId, replayId, ...period, at: then } });
  return world.end();
}

const run = (name: string, command: (request: Request, origin: ReturnType<typeof originOfPrincipal>) => Promise<unknown>): PairCommand => ({
  name,
  run: (request) => command(request, originOfPrincipal(request.principal, request.deps.clock())),
});

const portion = ({ world, task, deps }: Omit<Request, 'principal'>) =>
  replayPortion({ ...deps, store: world.log.seenBy(task) } as never, webhookId);

const commands: readonly PairCommand[] = [
  run('test', ({ deps }, origin) => sendTest(deps, new SendTest(webhookId, owner, origin))),
  run('redeliver', ({ deps }, origin) => redeliverEvent(deps, new RedeliverEvent(webhookId, deliveryIds[0] ?? '', owner, origin))),
  run('replay', ({ world, task, deps }, origin) => {
    const replay = new RequestReplay(webhookId, new Date(at), new Date(period.until), owner, origin);
    return requestReplay({ ...deps, store: world.log.seenBy(task) }, replay);
  }),
  run('cancel replay', ({ deps }, origin) => cancelReplay(deps, new CancelReplay(webhookId, replayId, owner, origin))),
  { name: 'a portion of the replay', run: portion },
  run('PATCH is_enabled', ({ deps }, origin) => updateWebhook(deps, webhookId, { isEnabled: false }, owner, origin)),
  {
    ...run('DELETE', ({ world, task, deps }, origin) =>
      deleteWebhook({ ...deps, vault: world.vault.seenBy(task) }, new DeleteWebhook(webhookId, owner, origin)),
    ),
    isSoAlready: ['not_found'],
  },
];

/** A replay that runs comes to its end. */
async function settle(world: PairWorld): Promise<void> {
  const isRunning = () => statesOf(replayStream, world.log.facts).get(webhookId)?.kind === 'running';
  while (isRunning()) await finish(world, () => portion({ world, task: 'afterwards', deps: pairDeps(world, 'afterwards') }));
}

/** Of a deleted webhook nobody sees deliveries, and nothing is sent. */
function end({ log }: PairWorld): unknown {
  const webhook = statesOf(webhookStream, log.facts).get(webhookId);
  if (webhook?.kind !== 'active') return webhook?.kind;
  const deliveries = [...statesOf(deliveryStream, log.facts).values()].map(({ phase, test }) => [phase, test !== null]);
  return { disabledReason: webhook.disabledReason, deliveries: deliveries.map((each) => JSON.stringify(each)).sort() };
}

/** Deliveries that are asked for again while the webhook is disabled or deleted. */
export const deliverySubjects: readonly Subject[] = [false, true].map((isReplaying) => ({
  name: `deliveries${isReplaying ? ' of which a replay runs' : ''}`,
  start: () => start(isReplaying),
  commands,
  settle,
  end,
  breach: () => null,
}));
