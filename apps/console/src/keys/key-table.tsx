import type { ApiKeyRecord } from 'pin-publishing';
import { Link } from 'wouter';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';

interface KeyTableProps {
  readonly keys: readonly ApiKeyRecord[];
  /** Absent for who may not revoke. */
  readonly onRevoke?: ((key: ApiKeyRecord) => void) | undefined;
}

/** Every key with what it may do, until when, and when it was used last. */
export const KeyTable = ({ keys, onRevoke }: KeyTableProps) => (
  <Wide label="The keys">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">May</th>
          <th scope="col">Used last</th>
          <th scope="col">Ends</th>
          <th scope="col">Calls</th>
          {onRevoke && <th scope="col">Change</th>}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <Text length={120}>{key.name}</Text>
              {key.client_name !== null && (
                <p className="quiet">
                  <Text length={120}>{key.client_name}</Text>
                </p>
              )}
            </td>
            <td>
              <code>{key.key_prefix}…</code>
            </td>
            <td>
              {key.scopes.join(', ')}
              {key.platform_account_ids !== null && <p className="quiet">{key.platform_account_ids.length} accounts</p>}
            </td>
            <td>
              <Moment at={key.last_used_at} none="never" />
            </td>
            <td>{key.revoked_at !== null ? <Badge>revoked</Badge> : <Moment at={key.expires_at} none="when revoked" />}</td>
            <td>
              <Link href={`/requests?key_id=${key.id}`} aria-label={`Show the calls of ${key.name.slice(0, 80)}`}>
                Show
              </Link>
            </td>
            {onRevoke && (
              <td>
                {key.revoked_at === null && (
                  <button type="button" className="danger" onClick={() => onRevoke(key)} aria-label={`Revoke … ${key.name.slice(0, 80)}`}>
                    Revoke …
                  </button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);
