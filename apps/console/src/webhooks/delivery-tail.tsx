import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Wide } from '../shown/wide';
import { DeliveryTable } from './delivery-table';

interface DeliveryTailProps {
  readonly webhookId: string;
  /** Since then it is followed. */
  readonly since: Date;
  readonly onOpen: (id: string) => void;
}

const mostShown = 20;

/** What is sent to a webhook while somebody looks on, the newest first; the list below stays as it is. */
export function DeliveryTail({ webhookId, since, onOpen }: DeliveryTailProps) {
  const reading = useRead(
    ['delivery-tail', webhookId, since.getTime()],
    (signal) => client.webhooks.listDeliveries(webhookId, { since, limit: mostShown }, { signal }),
    { changes: ['webhook_delivery'] },
  );
  return (
    <section className="card" aria-label="As they are sent">
      <p className="quiet">
        Since <Moment at={since} />, the newest {mostShown}.
      </p>
      <Loaded reading={reading} what="What is sent">
        {({ items }) => (
          <div role="log">
            {items.length === 0 ? (
              <p>Nothing yet: it is shown here as it is sent.</p>
            ) : (
              <Wide label="What is sent">
                <DeliveryTable deliveries={items} onOpen={onOpen} />
              </Wide>
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}
