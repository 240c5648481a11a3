import type { ActivityLogEntry } from 'pin-publishing';
import { Link } from 'wouter';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { pageAbout } from './page-about';

/** One line for each entry, each leading to what it is about and to the request that caused it. */
export const ActivityTable = ({ entries }: { readonly entries: readonly ActivityLogEntry[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">What</th>
        <th scope="col">Result</th>
        <th scope="col">By</th>
        <th scope="col">About</th>
        <th scope="col">Cause</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => {
        const { id, created_at: at, message, action, status, resource_type: kind, resource_id: about, request_id: request } = entry;
        const page = pageAbout(kind, about);
        return (
          <tr key={id}>
            <td className="whole">
              <Moment at={at} />
            </td>
            <td>
              <Text>{message}</Text>
              <p className="quiet">
                <Text length={64}>{action}</Text>
              </p>
            </td>
            <td>
              <Badge>{status}</Badge>
            </td>
            <td>
              <Actor entry={entry} />
            </td>
            <td>
              {page === null ? (
                <Text length={80}>{kind ?? '—'}</Text>
              ) : (
                <Link href={page} aria-label={`Open the ${kind} of: ${message.slice(0, 80)}`}>
                  {kind?.replaceAll('_', ' ')}
                </Link>
              )}
            </td>
            <td>{request === null ? '—' : <Link href={`/requests?request_id=${encodeURIComponent(request)}`}>request</Link>}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

function Actor({ entry: { actor_type: type, actor_id: id, actor_label: label } }: { readonly entry: ActivityLogEntry }) {
  const name = <Text length={120}>{label ?? type.replaceAll('_', ' ')}</Text>;
  return id === null || id.length > 64 ? name : <Link href={`/history?actor=${encodeURIComponent(id)}`}>{name}</Link>;
}
