import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { applyReportedSubscription, reconcileAsRead } from './apply-reported-subscription';
import { applyProviderEvent } from './provider-event.decider';
import { dayOf, event, started } from './provider-reports.fixture';
import type { ProviderStatus } from './subscription.events';
import { billingStream } from './subscription.stream';

const store = openInMemoryEventStore();
const streams = new Streams(store);
afterAll(() => store.close());

/** An organization with an active subscription, and a provider that answers a read when it is let. */
async function payingOrganization() {
  const organizationId = newId();
  await streams.decide(billingStream, organizationId, someone, (state) => (state.kind === 'none' ? [started] : []));
  await streams.decide(billingStream, organizationId, someone, (state) => applyProviderEvent(event(), state));
  const waiting: (() => void)[] = [];
  const provider = { status: 'active' as ProviderStatus };
  /** As it is when the read comes in, however long the answer takes. */
  const readSubscription = async () => {
    const { subscription } = event({ providerStatus: provider.status });
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { customerId: 'cus_1', subscription, readAt: dayOf(1) };
  };
  const untilAsked = async (reads: number) => {
    while (waiting.length < reads) await new Promise(setImmediate);
  };
  const answerNext = async () => {
    await untilAsked(1);
    waiting.shift()?.();
  };
  const report = (id: string) =>
    applyReportedSubscription(
      { streams, payments: { readSubscription } },
      organizationId,
      event({ id, providerStatus: provider.status }),
      someone,
    );
  const status = async () => {
    const { state } = await streams.load(billingStream, organizationId);
    return state.kind === 'none' ? null : state.status;
  };
  return { organizationId, provider, untilAsked, answerNext, report, status };
}

it('of two changes within one second that are reported at once the later one holds, though the earlier read is written first', async () => {
  const { provider, untilAsked, answerNext, report, status } = await payingOrganization();
  provider.status = 'past_due';
  const earlier = report('evt_2');
  await untilAsked(1);
  provider.status = 'unpaid';
  const later = report('evt_3');
  await untilAsked(2);
  await answerNext();
  await earlier;
  expect(await status()).toBe('past_due');
  await answerNext();
  await answerNext();
  await later;
  expect(await status()).toBe('unpaid');
});

it('a read that is overtaken again and again is the caller’s to repeat', async () => {
  const { organizationId } = await payingOrganization();
  let day = 2;
  const readSubscription = async () => {
    await streams.decide(billingStream, organizationId, someone, (state) => applyProviderEvent(event({ id: newId(), day: ++day }), state));
    return { customerId: 'cus_1', subscription: event({ providerStatus: 'unpaid' }).subscription, readAt: dayOf(1) };
  };
  const reading = reconcileAsRead({ streams, payments: { readSubscription } }, organizationId, 'sub_1', someone);
  await expect(reading).rejects.toMatchObject({ code: 'service_unavailable' });
});
