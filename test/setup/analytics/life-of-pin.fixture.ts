import { iso, monthOf, uuid, type FactDraft, type GeneratedProject } from './fact-drafts.fixture';

const failures = ['invalid_image', 'board_not_found', 'token_expired', 'internal_error', 'media_url_unreachable'];

/** What happens to the nth pin, from its schedule and its unit of quota to what a webhook hears of it; `random` gives whole numbers below a bound. */
export function lifeOfPin(n: number, project: GeneratedProject, begin: number, random: (below: number) => number): FactDraft[] {
  const { projectId, organizationId, accountIds } = project;
  const accountId = accountIds[random(3) === 0 ? 1 : 0] as string;
  const [pinId, entryId, scheduleId] = [uuid('1', n), uuid('2', n), uuid('3', n)];
  const drafts: FactDraft[] = [];
  let at = begin;
  const happen = (category: string, id: string, type: string, data: object, afterMs = 0): void => {
    at += afterMs;
    drafts.push({ stream: `${category}-${id}`, type, data, at, project });
  };
  const content = { title: `Pin ${n}`, imageUrl: 'https://example.org/1.jpg' };
  const board = { accountId, boardId: String(random(20)), content, contentHash: 'c', fingerprint: 'f' };
  const isScheduled = random(10) === 0;
  if (isScheduled) {
    happen('schedule', scheduleId, 'ScheduleCreated', {
      scheduleId,
      projectId,
      epoch: 0,
      organizationId,
      ...board,
      runAt: iso(at + 3_600_000),
      createdAt: iso(at),
    });
    const latenessMs = random(900);
    happen(
      'schedule',
      scheduleId,
      'ScheduleFired',
      { pinId, firedAt: iso(at + 3_600_000 + latenessMs), latenessMs, month: monthOf(at), entryId },
      3_600_000 + latenessMs,
    );
  }
  const source = isScheduled ? 'schedule' : (['api', 'batch', 'import'][random(3)] as string);
  const month = monthOf(at);
  const entry = { entryId, pinId, units: 1, source, at: iso(at), accountId, actor: { type: 'api_key', id: uuid('f', 1) } };
  happen('quota', `${projectId}-${month}`, 'QuotaConsumed', { entries: [entry] });
  const queued = { pinId, projectId, epoch: 0, organizationId, ...board, month, entryId, source, queuedAt: iso(at) };
  happen('pin', pinId, 'PinQueued', isScheduled ? { ...queued, scheduleId } : queued);
  const start = (attempt: number, afterMs: number) => {
    const startedAt = iso(at + afterMs);
    happen(
      'pin',
      pinId,
      'PinPublishAttemptStarted',
      { attempt, startedAt, deadline: iso(at + afterMs + 45_000), fingerprint: 'f' },
      afterMs,
    );
  };
  start(1, 200 + random(20_000));
  const luck = random(100);
  if (luck < 8) {
    const reason = luck < 6 ? 'rate_limited' : 'platform_unavailable';
    happen(
      'pin',
      pinId,
      'PinPublishDeferred',
      { attempt: 1, reason, message: 'Later.', deferredAt: iso(at + 300), nextAttemptAt: iso(at + 60_300), counts: luck >= 6 },
      300,
    );
    start(2, 60_000 + random(5_000));
  }
  if (luck >= 8 && luck < 11) {
    happen(
      'pin',
      pinId,
      'PinPublishOutcomeUnknown',
      { attempt: 1, message: 'Lost.', at: iso(at + 10_000), nextLookAt: iso(at + 12_000) },
      10_000,
    );
  }
  if (luck >= 11 && luck < 17) {
    const errorCode = failures[random(failures.length)] as string;
    happen('pin', pinId, 'PinFailed', { errorCode, errorMessage: 'No.', failedAt: iso(at + 400) }, 400);
    if (luck === 11) {
      const release = { entryId, pinId, reason: 'pin_failed', at: iso(at) };
      happen('quota', `${projectId}-${month}`, 'QuotaReleased', { entries: [release] });
    }
    if (luck !== 12) return [...drafts, ...deliveryOf(n, project, 'pin.failed', at, random)];
    happen(
      'pin',
      pinId,
      'PinRetryRequested',
      { accountId, boardId: board.boardId, fingerprint: 'f', requestedAt: iso(at + 3_600_000) },
      3_600_000,
    );
    start(1, 500);
  }
  const publishedMs = 200 + random(1_500);
  const published = {
    attempt: 1,
    platformPinId: String(n),
    platformUrl: `https://p/${n}`,
    publishedAt: iso(at + publishedMs),
    via: 'answer',
  };
  happen('pin', pinId, 'PinPublished', published, publishedMs);
  const { length } = drafts;
  drafts.push(...deliveryOf(n, project, 'pin.published', (drafts[length - 1] as FactDraft).at, random));
  if (luck === 99) happen('pin', pinId, 'PinDeleted', { deletedAt: iso(at + 7_200_000), removedFromPlatform: true }, 7_200_000);
  return drafts;
}

function deliveryOf(n: number, project: GeneratedProject, event: string, causedAt: number, random: (below: number) => number): FactDraft[] {
  const { webhookId } = project;
  const deliveryId = uuid('4', n);
  const stream = `webhook_delivery-${deliveryId}`;
  const requested = {
    webhookId,
    deliveryId,
    eventId: `evt_${deliveryId}`,
    event,
    occurredAt: iso(causedAt),
    data: { pin_id: uuid('1', n) },
    causePosition: '1',
  };
  const isFirstRefused = random(20) === 0;
  const attempted = (attempt: number, at: number, statusCode: number) => ({
    webhookId,
    n: attempt,
    startedAt: iso(at),
    durationMs: 20 + random(300),
    statusCode,
    trigger: 'auto',
  });
  const lastAt = causedAt + (isFirstRefused ? 61_000 : 1_000);
  return [
    { stream: `webhook_outbox-${webhookId}`, type: 'WebhookDeliveryRequested', data: requested, at: causedAt + 50, project },
    ...(isFirstRefused
      ? [
          {
            stream,
            type: 'WebhookDeliveryAttempted',
            data: { ...attempted(1, causedAt + 100, 503), nextAttemptAt: iso(causedAt + 60_000) },
            at: causedAt + 500,
            project,
          },
        ]
      : []),
    { stream, type: 'WebhookDeliveryAttempted', data: attempted(isFirstRefused ? 2 : 1, lastAt - 200, 200), at: lastAt, project },
    { stream, type: 'WebhookDelivered', data: { at: iso(lastAt) }, at: lastAt, project },
  ];
}
