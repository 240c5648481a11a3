import type { Account } from 'pin-publishing';
import { accountName } from '../accounts/account-name';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

/** How fast an account publishes, and when a pin that is queued now would start. */
export function PaceCard({ account }: { readonly account: Account }) {
  const meter = useRead(['pace', account.id], (signal) => client.pins.getRateMeter({ account_id: account.id }, { signal }), {
    changes: ['pin'],
  });
  return (
    <section className="card" aria-label={accountName(account)}>
      <h3>
        <Text>{accountName(account)}</Text>
      </h3>
      <Loaded reading={meter} what="The pace" room={<Pace />}>
        {({ account: bucket, global, queued_ahead: ahead, estimated_start_at: start }) => (
          <Pace
            atOnce={`${leftOf(bucket)}, ${bucket.refill_rate} a second`}
            ofAll={leftOf(global)}
            waiting={countText(ahead)}
            start={<Moment at={start} />}
          />
        )}
      </Loaded>
    </section>
  );
}

const leftOf = ({ tokens_available: left, capacity }: { readonly tokens_available: number; readonly capacity: number }): string =>
  `${countText(Math.floor(left))} of ${countText(capacity)}`;

interface PaceProps {
  readonly atOnce?: string;
  readonly ofAll?: string;
  readonly waiting?: string;
  readonly start?: ReactNode;
}

const Pace = ({ atOnce = '…', ofAll = '…', waiting = '…', start = '…' }: PaceProps) => (
  <dl className="facts">
    <dt>Can go at once</dt>
    <dd>{atOnce}</dd>
    <dt>All projects together</dt>
    <dd>{ofAll}</dd>
    <dt>Waiting</dt>
    <dd>{waiting}</dd>
    <dt>A pin now would start</dt>
    <dd>{start}</dd>
  </dl>
);
