import type { LoggedRequest } from 'pin-publishing';
import { Link } from 'wouter';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { pageOfResource } from './page-of-resource';

/** One line for each call. */
export const RequestTable = ({ requests }: { readonly requests: readonly LoggedRequest[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Call</th>
        <th scope="col">Answer</th>
        <th scope="col">Took</th>
        <th scope="col">By</th>
        <th scope="col">Led to</th>
      </tr>
    </thead>
    <tbody>
      {requests.map(({ request_id, at, method, route, status, code, duration_ms, credential, resource_id }) => {
        const page = pageOfResource(route, resource_id);
        return (
          <tr key={`${request_id} ${at.getTime()} ${route}`}>
            <td className="whole">
              <Moment at={at} />
            </td>
            <td>
              {method} <Text>{route}</Text>
              <p className="quiet">
                <Link href={`/requests/${encodeURIComponent(request_id)}`}>
                  <Text length={128}>{request_id}</Text>
                </Link>
              </p>
            </td>
            <td>
              {status}
              {code !== null && (
                <>
                  {' '}
                  <code>{code}</code>
                </>
              )}
            </td>
            <td className="count">{Math.round(duration_ms)} ms</td>
            <td>{credential.type === 'session' ? 'a session' : <Link href={`/requests?key_id=${credential.id}`}>a key</Link>}</td>
            <td>{page === null ? (resource_id ?? '—') : <Link href={page}>{page.split('/')[1]?.replace(/s$/, '')}</Link>}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
