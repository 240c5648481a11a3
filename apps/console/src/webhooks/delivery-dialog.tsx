import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

interface DeliveryDialogProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

const longestBody = 20_000;

/** One delivery: what comes next, each attempt with its answer, and the body. */
export function DeliveryDialog({ webhookId, deliveryId, onClose }: DeliveryDialogProps) {
  const { permissions } = useMe();
  const delivery = useRead(['delivery', deliveryId], (signal) => client.webhooks.getDelivery(webhookId, deliveryId, { signal }), {
    changes: [`webhook_delivery:${deliveryId}`],
  });
  const redeliver = useWrite(async () => {
    await client.webhooks.redeliver(webhookId, deliveryId);
    await delivery.refetch();
  });
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <Loaded reading={delivery} what="The delivery">
        {({ event, sequence, status, explanation, attempts, payload }) => (
          <>
            <p>
              {event} {sequence} <Badge>{status}</Badge>
            </p>
            <p>
              <Text length={600}>{explanation}</Text>
            </p>
            <h3>Attempts</h3>
            {attempts.length === 0 && <p className="quiet">None yet.</p>}
            <ol className="timeline">
              {attempts.map((attempt) => (
                <li key={attempt.n}>
                  <Moment at={attempt.started_at} />: {attempt.status_code ?? attempt.error?.slice(0, 200) ?? 'no answer'},{' '}
                  {attempt.duration_ms} ms, {attempt.trigger}
                  {attempt.response_body !== null && attempt.response_body !== '' && (
                    <pre>{attempt.response_body.slice(0, longestBody)}</pre>
                  )}
                </li>
              ))}
            </ol>
            <details>
              <summary>Body</summary>
              <pre>{JSON.stringify(payload, null, 2).slice(0, longestBody)}</pre>
            </details>
          </>
        )}
      </Loaded>
      {redeliver.failure !== undefined && <Failure error={redeliver.failure} what="It was not sent again" />}
      <div className="actions">
        {permissions.can_manage_integrations && (
          <button type="button" disabled={redeliver.isBusy} onClick={() => void redeliver.run()}>
            Send again
          </button>
        )}
        <button type="button" className="main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
