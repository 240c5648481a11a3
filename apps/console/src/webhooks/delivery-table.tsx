import type { Delivery } from 'pin-publishing';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  readonly onOpen: (id: string) => void;
}

/** One line for each delivery, which opens it. */
export const DeliveryTable = ({ deliveries, onOpen }: DeliveryTableProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">State</th>
        <th scope="col">Attempts</th>
        <th scope="col">Answer</th>
        <th scope="col">Next</th>
        <th scope="col">Made</th>
      </tr>
    </thead>
    <tbody>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <button type="button" className="plain" onClick={() => onOpen(delivery.id)}>
              {delivery.event} {delivery.sequence}
            </button>
          </td>
          <td>
            <Badge>{delivery.status}</Badge>
          </td>
          <td className="count">{delivery.attempt_count}</td>
          <td>{delivery.last_status_code ?? delivery.last_error?.slice(0, 80) ?? '—'}</td>
          <td className="whole">
            <Moment at={delivery.next_attempt_at} />
          </td>
          <td className="whole">
            <Moment at={delivery.created_at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
