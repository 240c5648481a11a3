import { quotaStream, quotaStreamId } from '@pps/billing/events';
import { webhookStream, type DisabledReason, type WebhookFact } from '@pps/webhooks/events';
import { importStream } from '@pps/imports/events';
import { importAccepted, rowCreated, rowFailed } from '@pps/imports/testing';
import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import { mailboxOf } from '../setup/mailbox-of';
import { startMailService, type MailService } from '../setup/mail-service';

let service: MailService;
let account: Account;

beforeAll(async () => {
  service = await startMailService(() => ({ WEBHOOK_TARGETS: 'any' }));
  // They begin at the newest fact, so what is said before they have begun is not mailed.
  await eventually('that the processes have begun', async () => {
    const begun = await service.parts
      .db('read_store.checkpoint')
      .whereIn('name', ['alert-mails', 'import-mails', 'quota-mails', 'mail-outbox']);
    return begun.length === 4 ? true : undefined;
  });
});

afterAll(() => service.stop());

beforeEach(async () => (account = await register(service.call)));

async function disabledWebhook(reason: DisabledReason): Promise<string> {
  const url = 'https://hooks.example.test/inbox?key=not-for-mails';
  const { body } = await service.call('POST', '/v1/webhooks', { url }, account.session);
  const occurredAt = new Date().toISOString();
  const { organizationId, projectId } = account;
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt };
  await service.parts.streams.decide(webhookStream, body.id, origin, () => [
    { type: 'WebhookDisabled', data: { reason, at: occurredAt } } as const,
  ]);
  return body.id;
}

const mails = () => mailboxOf(service.simulators, account.email);

/** Until what was asked for is sent or given up. */
const settled = () =>
  eventually('that no mail waits', async () => {
    // The head is read last: what a process has asked for before it came so far must have been taken in, too.
    const { rows } = await service.parts.db.raw<{ rows: { position: string }[] }>(
      `select position from read_store.checkpoint where name in ('alert-mails', 'import-mails', 'quota-mails', 'mail-outbox')`,
    );
    const head = await service.parts.store.head();
    const waiting = await service.parts.db('mail.outbox').where({ user_id: account.userId });
    return rows.length === 4 && rows.every(({ position }) => BigInt(position) >= head) && waiting.length === 0 ? true : undefined;
  });

test('the owner is notified of a webhook that was given up, with a way out of such mails', async () => {
  const webhookId = await disabledWebhook('failing');
  const mail = await mails().newest(/webhook was disabled/);
  expect(mail.text).toContain(webhookId);
  expect(mail.text).toContain('hooks.example.test');
  expect(mail.text + mail.html).not.toContain('not-for-mails');
  const [wayOut] = mail.links;
  const { search } = new URL(wayOut ?? '');
  expect((await service.call('GET', `/v1/email/unsubscribe${search}`)).status).toBe(200);
  await disabledWebhook('failing');
  await settled();
  expect(await mails().all(/webhook was disabled/)).toHaveLength(1);
});

test.each(['gone', 'requested'] as const)('one that is %s is not', async (reason) => {
  await disabledWebhook(reason);
  await settled();
  expect(await mails().all(/webhook was disabled/)).toEqual([]);
});

test('a day of failure is told, and that it is over', async () => {
  const url = 'https://hooks.example.test/inbox?key=not-for-mails';
  const { body } = await service.call('POST', '/v1/webhooks', { url }, account.session);
  const at = new Date().toISOString();
  const { organizationId, projectId } = account;
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt: at };
  const say = (fact: WebhookFact) => service.parts.streams.decide(webhookStream, body.id, origin, () => [fact]);
  await say({ type: 'WebhookFailing', data: { since: '2026-01-05T09:00:00.000Z', at } });
  const failing = await mails().newest(/failing for a day/);
  expect(failing.text).toContain('hooks.example.test has failed since 2026-01-05T09:00:00.000Z');
  expect(failing.text + failing.html).not.toContain('not-for-mails');
  const shown = async () => (await service.call('GET', `/v1/webhooks/${body.id}`, undefined, account.session)).body.failing_since;
  expect(await shown()).toBe('2026-01-05T09:00:00.000Z');
  await say({ type: 'WebhookRecovered', data: { at } });
  expect((await mails().newest(/works again/)).text).toContain(body.id);
  expect(await shown()).toBeNull();
});

test('nor when alerts are not wanted', async () => {
  await service.call('PATCH', '/v1/email/preferences', { alerts_enabled: false }, account.session);
  await disabledWebhook('failing');
  await settled();
  expect(await mails().all(/webhook was disabled/)).toEqual([]);
});

/** An import of two rows that took so long, one of them failed. */
async function importTaking(seconds: number): Promise<string> {
  const { organizationId, projectId } = account;
  const jobId = newId();
  const [acceptedAt, completedAt] = [new Date(Date.now() - seconds * 1_000).toISOString(), new Date().toISOString()];
  const { data } = importAccepted({ jobId, projectId, organizationId, totalRows: 2, acceptedAt });
  const { sourceType, accountIds } = data;
  const counts = { totalRows: 2, createdRows: 1, existingRows: 0, failedRows: 1 };
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt: completedAt };
  await service.parts.streams.decide(importStream, jobId, origin, () => [
    { type: 'ImportAccepted', data } as const,
    { type: 'ImportRowsProcessed', data: { rows: [rowCreated(1), rowFailed(2)], processedAt: completedAt } } as const,
    { type: 'ImportCompleted', data: { jobId, sourceType, accountIds, ...counts, acceptedAt, completedAt } } as const,
  ]);
  return jobId;
}

test('the owner is told that an import is done where it took a minute, and not where he still looks at it or wants no alerts', async () => {
  await importTaking(5);
  const jobId = await importTaking(90);
  const mail = await mails().newest(/import is done, 1 of 2 rows failed/);
  expect(mail.text).toContain(jobId);
  await service.call('PATCH', '/v1/email/preferences', { alerts_enabled: false }, account.session);
  await importTaking(90);
  await settled();
  expect(await mails().all(/import is done/)).toHaveLength(1);
});

/** The first time that so much of this month's 50 pins is used. */
async function quotaReached(thresholdPercent: 80 | 100, quotaLimit = 50): Promise<void> {
  const { organizationId, projectId } = account;
  const [reachedAt, month] = [new Date().toISOString(), '2026-11'];
  const quotaUsed = (quotaLimit * thresholdPercent) / 100;
  const data = { plan: 'playground', month, thresholdPercent, quotaLimit, quotaUsed, reachedAt } as const;
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt: reachedAt };
  await service.parts.streams.decide(quotaStream, quotaStreamId(projectId, 0, month), origin, () => [
    { type: 'QuotaThresholdReached', data } as const,
  ]);
}

test("the owner is told when 80 % and when all of the month's quota is used, and not where he wants no alerts", async () => {
  await quotaReached(80);
  const mail = await mails().newest(/80 % of this month's pins are used/);
  expect(mail.text).toContain('40 of the 50 pins that the plan Playground allows in 2026-11 (UTC)');
  expect(mail.text).toContain('2026-12-01 00:00 UTC');
  expect(mail.links).toContainEqual(expect.stringMatching(/billing$/));
  await quotaReached(100);
  await mails().newest(/This month's quota of pins is used up/);
  await service.call('PATCH', '/v1/email/preferences', { alerts_enabled: false }, account.session);
  await quotaReached(100, 300);
  await settled();
  expect(await mails().all(/used/)).toHaveLength(2);
});
