import type { Account } from 'pin-publishing';
import { accountName } from '../accounts/account-name';
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
      <Loaded reading={meter} what="The pace">
        {({ account: bucket, global, queued_ahead: ahead, estimated_start_at: start }) => (
          <dl className="facts">
            <dt>Can go at once</dt>
            <dd>
              {countText(Math.floor(bucket.tokens_available))} of {countText(bucket.capacity)}, {bucket.refill_rate} a second
            </dd>
            <dt>All projects together</dt>
            <dd>
              {countText(Math.floor(global.tokens_available))} of {countText(global.capacity)}
            </dd>
            <dt>Waiting</dt>
            <dd>{countText(ahead)}</dd>
            <dt>A pin now would start</dt>
            <dd>
              <Moment at={start} />
            </dd>
          </dl>
        )}
      </Loaded>
    </section>
  );
}
