import { applyReportedSubscription } from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import { Streams, type EventStore } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { userStream, type UserRegistered } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { organizationStream } from '@pps/workspaces/events';
import { organizationSamples } from '@pps/workspaces/testing';
import { prepareDueMail } from '../outbox/prepare-due-mail';
import { paymentMails } from './payment-mail.process';

const { data: registered } = userSamples[0] as UserRegistered;
const { userId } = registered;
const organizationId = '0197a000-0000-7000-8000-0000000000aa';
const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day, 10)).toISOString();

let store: EventStore;
let streams: Streams;
let reports = 0;
let now = dayOf(1);

beforeEach(async () => {
  store = openInMemoryEventStore();
  streams = new Streams(store);
  [reports, now] = [0, dayOf(1)];
  const [founded] = organizationSamples;
  if (founded?.type !== 'OrganizationRegistered') throw new Error('no sample');
  const organization = { ...founded.data, organizationId, ownerUserId: userId };
  const started = { organizationId, plan: 'playground', status: 'active', startedAt: dayOf(1) } as const;
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered', data: { ...registered, organizationId } } as const]);
  await streams.decide(organizationStream, organizationId, someone, () => [
    { type: 'OrganizationRegistered', data: organization } as const,
  ]);
  await streams.decide(billingStream, organizationId, someone, () => [{ type: 'SubscriptionStarted', data: started } as const]);
});
afterEach(() => store.close());

interface Said {
  readonly providerStatus: 'trialing' | 'active' | 'past_due' | 'unpaid';
  readonly trialEnd?: string;
  readonly cancelAt?: string;
}

/** The provider says that on this day; mails are asked for by what follows, each fact seen twice. */
async function report(day: number, { providerStatus, trialEnd, cancelAt }: Said): Promise<void> {
  now = dayOf(day);
  const before = (await store.read(`billing-${organizationId}`)).length;
  const times = { periodStart: dayOf(1), periodEnd: dayOf(28), trialEnd: trialEnd ?? null, cancelAt: cancelAt ?? null };
  const subscription = {
    subscriptionId: 's',
    plan: 'growth',
    billingCycle: 'monthly',
    subscribedAt: dayOf(1),
    ...times,
    ...{ endsWithPeriod: false, priceIds: [] },
    providerStatus,
  } as const;
  const event = { eventId: `evt_${++reports}`, occurredAt: now, kind: 'updated', customerId: 'cus_1', subscription } as const;
  await applyReportedSubscription({ streams, payments: null }, organizationId, event, { ...someone, occurredAt: now });
  const facts = (await store.read(`billing-${organizationId}`)).slice(before);
  const process = paymentMails({ streams, clock: () => new Date(now) });
  for (const fact of [...facts, ...facts]) await process.react([fact], null);
}

async function requested() {
  const { state } = await streams.load(userStream, userId);
  if (state.kind !== 'registered') throw new Error('nobody is registered');
  return { user: state, alerts: state.alerts };
}

/** Subject and text of what is mailed of everything that was asked for, were it all due on this day. */
async function mailedOn(day: number) {
  const { user, alerts } = await requested();
  const vault = { get: async () => ({ email: 'owner@example.com' }) } as never;
  const urls = { appUrl: 'https://app.example', publicUrl: 'https://api.example', hashKey: Buffer.alloc(32) };
  const deps = { streams, vault, clock: () => new Date(dayOf(day)), ...urls };
  const mails = await Promise.all(alerts.map(({ requestId }) => prepareDueMail(deps, user, requestId)));
  return mails.filter((mail) => mail !== null);
}

const asked = async () => (await requested()).alerts.map(({ alert, payment, sendAt }) => [alert, payment?.until, sendAt]);

it('a late payment is told at once, and when seven days have passed', async () => {
  await report(2, { providerStatus: 'active' });
  await report(3, { providerStatus: 'past_due' });
  expect(await asked()).toEqual([
    ['payment_late', dayOf(10), undefined],
    ['publishing_stopped', dayOf(10), dayOf(10)],
  ]);
  const [late, stopped] = [await mailedOn(3), await mailedOn(11)];
  expect(late[0]).toMatchObject({ to: 'owner@example.com', subject: 'A payment for your plan failed' });
  expect(late[0]?.messageId).toMatch(/^<payment_late\.[-0-9a-f]{36}@app\.example>$/);
  expect(late[0]?.text).toContain('goes on being published until 2026-01-10 10:00 UTC');
  expect(stopped.map(({ subject }) => subject)).toEqual(['Your schedules are no longer published']);
});

it.each(['active', 'unpaid'] as const)('nothing more is told of a late payment that is %s by then', async (providerStatus) => {
  await report(3, { providerStatus: 'past_due' });
  await report(5, { providerStatus });
  expect(await mailedOn(10)).toEqual([]);
});

it('a payment that is late a second time is told anew, with its own seven days', async () => {
  await report(3, { providerStatus: 'past_due' });
  await report(5, { providerStatus: 'active' });
  await report(8, { providerStatus: 'past_due' });
  expect((await mailedOn(8)).map(({ text }) => /until (\d\S+)/.exec(text)?.[1])).toEqual(['2026-01-15', '2026-01-15']);
});

it('the end of a trial is told once, three days before the trial ends, whenever the period does', async () => {
  await report(2, { providerStatus: 'trialing', trialEnd: dayOf(16) });
  await report(3, { providerStatus: 'trialing', trialEnd: dayOf(16) });
  expect(await asked()).toEqual([['trial_ending', dayOf(16), dayOf(13)]]);
  const [mail] = await mailedOn(13);
  expect(mail?.subject).toBe('Your trial ends soon');
  expect(mail?.text).toContain('ends on 2026-01-16 10:00 UTC');
});

it('a trial that is made longer is told by its new end only', async () => {
  await report(2, { providerStatus: 'trialing', trialEnd: dayOf(16) });
  await report(3, { providerStatus: 'trialing', trialEnd: dayOf(20) });
  expect((await mailedOn(15)).map(({ text }) => /ends on (\S+)/.exec(text)?.[1])).toEqual(['2026-01-20']);
});

it('a trial that is canceled by its end is not said to go on', async () => {
  await report(2, { providerStatus: 'trialing', trialEnd: dayOf(16), cancelAt: dayOf(16) });
  expect(await asked()).toEqual([]);
  await report(3, { providerStatus: 'trialing', trialEnd: dayOf(16) });
  await report(4, { providerStatus: 'trialing', trialEnd: dayOf(16), cancelAt: dayOf(16) });
  expect(await mailedOn(13)).toEqual([]);
});

it('of a trial of older facts, which do not name its end, the period’s end is taken', async () => {
  await report(2, { providerStatus: 'trialing' });
  expect(await asked()).toEqual([['trial_ending', dayOf(28), dayOf(25)]]);
});
