import type { ListDeliveriesQuery } from 'pin-publishing';
import { useEffect, useState } from 'react';
import { useReadMore } from '../data/use-read-more';
import { listenToChanges } from '../live/take-change';
import { client } from '../session/client';
import { endOfPresent, serverNow } from '../session/server-now';
import { Empty } from '../shown/empty';
import { ChoiceField } from '../shown/field';
import { LoadedList } from '../shown/loaded-list';
import { DeliveryDialog } from './delivery-dialog';
import { DeliveryTable } from './delivery-table';
import { DeliveryTail } from './delivery-tail';

const statuses = ['pending', 'delivered', 'exhausted', 'held'] as const;

/** What was sent to a webhook; it stands at one moment, and says how much came since. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useState<ListDeliveriesQuery['status']>();
  const [until, setUntil] = useState(endOfPresent);
  const [opened, setOpened] = useState<string | null>(null);
  const [followedSince, setFollowedSince] = useState<Date | null>(null);
  const [newer, countFromHere] = useNewDeliveries();
  const reading = useReadMore(
    ['deliveries', webhookId, status, until.getTime()],
    (cursor, signal) =>
      client.webhooks.listDeliveries(webhookId, { until, ...(status && { status }), ...(cursor !== undefined && { cursor }) }, { signal }),
    status === undefined ? ['webhook_delivery'] : [],
  );
  const renew = (): void => {
    countFromHere();
    setUntil(endOfPresent());
  };
  return (
    <>
      <search className="filters">
        <ChoiceField
          label="Status"
          value={status ?? ''}
          onChange={({ target }) => setStatus(statuses.find((each) => each === target.value))}
        >
          <option value="">All</option>
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
        <button type="button" onClick={renew}>
          {newer === 0 ? 'Show newer ones' : `${newer} new or changed: show`}
        </button>
        <button
          type="button"
          aria-pressed={followedSince !== null}
          onClick={() => setFollowedSince(followedSince === null ? serverNow() : null)}
        >
          Follow
        </button>
      </search>
      {followedSince !== null && <DeliveryTail webhookId={webhookId} since={followedSince} onOpen={setOpened} />}
      <LoadedList
        reading={reading}
        what="The deliveries"
        empty={
          <Empty title={status === undefined ? 'Nothing was sent yet.' : 'No delivery matches.'}>
            {status === undefined ? (
              <p>Send a test, or wait for an event.</p>
            ) : (
              <button type="button" onClick={() => setStatus(undefined)}>
                Show all deliveries
              </button>
            )}
          </Empty>
        }
      >
        {(items) => <DeliveryTable deliveries={items} onOpen={setOpened} />}
      </LoadedList>
      {opened !== null && <DeliveryDialog webhookId={webhookId} deliveryId={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** How many deliveries were told of since, and what begins to count anew. */
function useNewDeliveries(): readonly [count: number, reset: () => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      listenToChanges((changes) => {
        if (changes === 'all') return;
        const made = changes.filter((change) => change.type === 'webhook_delivery' && change.is_new).map(({ id }) => id);
        if (made.length > 0) setIds((before) => new Set([...before, ...made].slice(-1_000)));
      }),
    [],
  );
  return [ids.size, () => setIds(new Set())];
}
