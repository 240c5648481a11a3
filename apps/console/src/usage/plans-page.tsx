import type { BillingStatus, Checkout, PlanPrices } from 'pin-publishing';
import { useRead } from '../data/use-read';
import { Difference } from '../past/difference';
import { PastBand } from '../past/past-band';
import { useInstant } from '../past/use-instant';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Below } from '../shown/below';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';

/** The plan, what the others allow and cost, and the ways to the payment. */
export function PlansPage() {
  const { permissions } = useMe();
  const { instant, asOf, isPast } = useInstant();
  const status = useRead(['billing', asOf], (signal) => client.billing.getStatus(asOf, { signal }), {
    changes: isPast ? [] : ['billing', 'usage'],
    isOff: instant.kind === 'unclear',
  });
  const pricing = useRead(['pricing'], (signal) => client.billing.getPricing({ signal }));
  const leaving = useWrite(async (order: Checkout | 'portal') => {
    const { url } = order === 'portal' ? await client.billing.openPortal() : await client.billing.startCheckout(order);
    location.assign(url);
  });
  const mayBuy = permissions.can_manage_billing && !isPast;
  return (
    <Page title="Plans">
      <PastBand />
      {instant.kind !== 'unclear' && (
        <Loaded reading={status} what="The plan">
          {(shown) => <PresentPlan status={shown} isPast={isPast} onManage={mayBuy ? () => void leaving.run('portal') : undefined} />}
        </Loaded>
      )}
      <Difference of={['billing']} changes={['billing', 'usage']} read={(at, signal) => client.billing.getStatus(at, { signal })} />
      {!isPast && !mayBuy && <p>Plans are bought and changed in the production project.</p>}
      {leaving.failure !== undefined && <Failure error={leaving.failure} what="The payment was not begun" />}
      {!isPast && (
        <Below of={[status]}>
          <Loaded reading={pricing} what="The prices">
            {({ plans }) => (
              <div className="cards">
                {plans.map((offer) => (
                  <PlanCard
                    key={offer.plan}
                    offer={offer}
                    isBusy={leaving.isBusy}
                    onBuy={mayBuy ? (order) => void leaving.run(order) : undefined}
                  />
                ))}
              </div>
            )}
          </Loaded>
        </Below>
      )}
    </Page>
  );
}

function PresentPlan({
  status,
  isPast,
  onManage,
}: {
  readonly status: BillingStatus;
  readonly isPast: boolean;
  readonly onManage: (() => void) | undefined;
}) {
  return (
    <div className="card">
      <p>
        {isPast ? 'You had' : 'You have'} <strong>{status.plan}</strong> <Badge>{status.billing_status}</Badge>
      </p>
      {isPast && (
        <p>
          {countText(status.quota_used)} of {countText(status.quota_limit)} pins of its month were used.
        </p>
      )}
      {status.current_period_end !== null && (
        <p>
          Paid until <Moment at={status.current_period_end} />.
        </p>
      )}
      {status.cancel_at !== null && (
        <p>
          It ends at <Moment at={status.cancel_at} />.
        </p>
      )}
      {onManage && status.billing_cycle !== null && (
        <button type="button" onClick={onManage}>
          Payment and invoices
        </button>
      )}
    </div>
  );
}

const sold: readonly string[] = ['starter', 'growth', 'pro'] satisfies Checkout['plan'][];

interface PlanCardProps {
  readonly offer: PlanPrices;
  readonly isBusy: boolean;
  readonly onBuy: ((order: Checkout) => void) | undefined;
}

const PlanCard = ({ offer, isBusy, onBuy }: PlanCardProps) => (
  <section className="card" aria-label={offer.name}>
    <h2>{offer.name}</h2>
    <p>{offer.subtitle}</p>
    <ul>
      {offer.feature_bullets.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
    {[offer.monthly_price, offer.annual_price].map(({ billing_cycle: cycle, amount_display: amount }) => (
      <p key={cycle}>
        {amount} {cycle}{' '}
        {onBuy && sold.includes(offer.plan) && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Buy ${offer.name}, ${cycle}`}
            onClick={() => onBuy({ plan: offer.plan as Checkout['plan'], billing_cycle: cycle === 'annual' ? 'annual' : 'monthly' })}
          >
            Buy
          </button>
        )}
      </p>
    ))}
  </section>
);
