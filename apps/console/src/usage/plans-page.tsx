import type { BillingStatus, Checkout, PlanPrices } from 'pin-publishing';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';

/** The plan, what the others allow and cost, and the ways to the payment. */
export function PlansPage() {
  const { permissions } = useMe();
  const status = useRead(['billing'], (signal) => client.billing.getStatus({}, { signal }), { changes: ['billing', 'usage'] });
  const pricing = useRead(['pricing'], (signal) => client.billing.getPricing({ signal }));
  const leaving = useWrite(async (order: Checkout | 'portal') => {
    const { url } = order === 'portal' ? await client.billing.openPortal() : await client.billing.startCheckout(order);
    location.assign(url);
  });
  const mayBuy = permissions.can_manage_billing;
  return (
    <Page title="Plans">
      <Loaded reading={status} what="The plan">
        {(shown) => <PresentPlan status={shown} onManage={mayBuy ? () => void leaving.run('portal') : undefined} />}
      </Loaded>
      {!mayBuy && <p>Plans are bought and changed in the production project.</p>}
      {leaving.failure !== undefined && <Failure error={leaving.failure} what="The payment was not begun" />}
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
    </Page>
  );
}

function PresentPlan({ status, onManage }: { readonly status: BillingStatus; readonly onManage: (() => void) | undefined }) {
  return (
    <div className="card">
      <p>
        You have <strong>{status.plan}</strong> <Badge>{status.billing_status}</Badge>
      </p>
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
