import type { ApiKeyRecord } from 'pin-publishing';
import { Link } from 'wouter';
import { keyStateAt } from './key-state';
import { serverNow } from '../session/server-now';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';

interface KeyTableProps {
  readonly keys: readonly ApiKeyRecord[];
  /** The moment that they are shown at; null for now. */
  readonly asOf?: Date | null;
  /** What changes or revokes one; absent for who may not. */
  readonly acts?: { change(key: ApiKeyRecord): void; revoke(key: ApiKeyRecord): void } | undefined;
}

/** Every key with what it may do, until when, and when it was used last. */
export const KeyTable = ({ keys, asOf = null, acts }: KeyTableProps) => (
  <Wide label="The keys">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">{asOf === null ? 'May' : 'Could do'}</th>
          {asOf !== null && <th scope="col">Then</th>}
          <th scope="col">Used last</th>
          <th scope="col">Ends</th>
          <th scope="col">Calls</th>
          {acts && <th scope="col">Change</th>}
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
            {asOf !== null && (
              <td>
                <Badge>{keyStateAt(key, asOf)}</Badge>
              </td>
            )}
            <td>
              <Moment at={key.last_used_at} none={asOf === null ? 'never' : 'not known'} />
            </td>
            <td>{key.revoked_at !== null ? <Badge>revoked</Badge> : <Moment at={key.expires_at} none="when revoked" />}</td>
            <td>
              <Link href={`/requests?key_id=${key.id}`} aria-label={`Show the calls of ${key.name.slice(0, 80)}`}>
                Show
              </Link>
            </td>
            {acts && (
              <td>
                {key.revoked_at === null && keyStateAt(key, serverNow()) === 'worked' && (
                  <div className="actions">
                    <button type="button" onClick={() => acts.change(key)} aria-label={`Change … ${key.name.slice(0, 80)}`}>
                      Change …
                    </button>
                    <button
                      type="button"
                      className="danger"
                      onClick={() => acts.revoke(key)}
                      aria-label={`Revoke … ${key.name.slice(0, 80)}`}
                    >
                      Revoke …
                    </button>
                  </div>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);
