import { causedBy, factsOf, type Streams, idOf } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import type { StripeClient } from '../provider/stripe.client';
import { settleEndWithdrawal, billingStream } from '../subscription/subscription.stream';

export interface EndWithdrawingDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  /** Null where no payment provider is configured: nothing can be taken back there. */
  readonly payments: Pick<StripeClient, 'withdrawEnd'> | null;
  readonly clock: Clock;
  readonly log: (message: string, fields: object) => void;
}

/** Who has bought a plan while his subscription was set to end keeps it: the end is taken back at the provider. Waits while the provider does not answer. */
export const endWithdrawing = ({ streams, payments, clock, log }: EndWithdrawingDeps): Process<null> =>
  defineProcess({
    name: 'end-withdrawing',
    startsAt: 'now',
    handles: factsOf(billingStream, 'EndWithdrawalRequested'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const organizationId = idOf(fact, billingStream);
        const { subscriptionId, sessionId, requestedAt } = fact.data;
        const { state } = await streams.load(billingStream, organizationId);
        if (state.kind === 'none' || !state.endWithdrawals.some((each) => each.sessionId === sessionId)) continue;
        const key = derivedId(organizationId, `end withdrawal ${subscriptionId} ${sessionId}`);
        const outcome = (await payments?.withdrawEnd(subscriptionId, requestedAt, key)) ?? 'refused';
        if (outcome === 'refused')
          log('the payment provider did not take the end of a subscription back', { organizationId, subscriptionId });
        const at = clock();
        const settled = { subscriptionId, sessionId, outcome, settledAt: at.toISOString() };
        await streams.decide(billingStream, organizationId, causedBy(fact, at), (known) => settleEndWithdrawal(settled, known));
      }
      return null;
    },
  });
