import { Link } from 'wouter';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { LoadedList } from '../shown/loaded-list';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

/** Each unit that was taken or given back, the newest first. */
export function QuotaLedger() {
  const reading = useReadMore(['ledger'], (cursor, signal) =>
    client.billing.listQuotaLedger(cursor === undefined ? {} : { cursor }, { signal }),
  );
  return (
    <LoadedList reading={reading} what="The units" empty={<Empty title="No unit was used yet.">Each pin takes one.</Empty>}>
      {(entries) => (
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">For</th>
              <th scope="col">By</th>
              <th scope="col">Used then</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ at, kind, pin_id, schedule_id, source, reason, actor, balance }, index) => (
              <tr key={`${at.getTime()} ${pin_id} ${schedule_id} ${kind} ${index}`}>
                <td className="whole">
                  <Moment at={at} />
                </td>
                <td>
                  {kind}
                  {reason !== null && <p className="quiet">{reason.replaceAll('_', ' ')}</p>}
                </td>
                <td>
                  {pin_id === null ? source : <Link href={`/pins/${pin_id}`}>a pin</Link>} <span className="quiet">({source})</span>
                </td>
                <td>
                  <Text>{actor}</Text>
                </td>
                <td className="count">{countText(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LoadedList>
  );
}
