import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Badge } from '../shown/badge';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { DeliveryList } from './delivery-list';
import { WebhookActions } from './webhook-actions';

/** One webhook: what it is sent, whether it works, and each delivery. */
export function WebhookPage({ id }: { readonly id: string }) {
  const webhook = useRead(['webhook', id], (signal) => client.webhooks.get(id, { signal }), { changes: [`webhook:${id}`] });
  const { data, refetch } = webhook;
  return (
    <Page title="Webhook" actions={data && <WebhookActions webhook={data} onChange={() => void refetch()} />}>
      <Loaded reading={webhook} what="The webhook">
        {(shown) => (
          <dl className="facts card">
            <dt>Sent to</dt>
            <dd>
              <Text>{shown.url}</Text>
            </dd>
            <dt>State</dt>
            <dd>
              <Badge>{shown.is_enabled ? 'enabled' : 'disabled'}</Badge> {shown.disabled_reason?.replaceAll('_', ' ')}
            </dd>
            {shown.failing_since !== null && (
              <>
                <dt>Failing since</dt>
                <dd>
                  <Moment at={shown.failing_since} />
                </dd>
              </>
            )}
            <dt>Events</dt>
            <dd>{shown.events.join(', ')}</dd>
            <dt>Accounts</dt>
            <dd>{shown.platform_account_ids === null ? 'all' : `${shown.platform_account_ids.length} chosen ones`}</dd>
            {shown.dropped_count > 0 && (
              <>
                <dt>Dropped</dt>
                <dd>{shown.dropped_count} events, as it was off for too long</dd>
              </>
            )}
          </dl>
        )}
      </Loaded>
      {data && (
        <>
          <h2>Deliveries</h2>
          <DeliveryList webhookId={id} />
        </>
      )}
    </Page>
  );
}
