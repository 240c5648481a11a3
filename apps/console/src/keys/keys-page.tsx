import type { ApiKeyRecord } from 'pin-publishing';
import { useState } from 'react';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { Difference } from '../past/difference';
import { PastBand } from '../past/past-band';
import { useInstant } from '../past/use-instant';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { ChangeKeyDialog } from './change-key-dialog';
import { KeyTable } from './key-table';
import { NewKeyDialog } from './new-key-dialog';

export function KeysPage() {
  const { permissions } = useMe();
  const { instant, asOf, isPast } = useInstant();
  const keys = useRead(['keys', asOf], (signal) => client.apiKeys.list(asOf, { signal }), {
    changes: isPast ? [] : ['api_key'],
    isOff: instant.kind === 'unclear',
  });
  const accounts = useAccounts().data ?? [];
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyRecord | null>(null);
  const [changed, setChanged] = useState<ApiKeyRecord | null>(null);
  const mayChange = permissions.can_manage_api_keys && !isPast;
  const button = (
    <button type="button" className="main" onClick={() => setMaking(true)}>
      New key
    </button>
  );
  return (
    <Page title="API keys" actions={mayChange && button}>
      <PastBand />
      {instant.kind !== 'unclear' && (
        <Loaded reading={keys} what="The keys">
          {(all) =>
            all.length === 0 ? (
              <Empty title={isPast ? 'There were no keys then.' : 'There are no keys yet.'}>
                {!isPast && <p>A program of yours calls the service with one.</p>}
              </Empty>
            ) : (
              <KeyTable
                keys={all}
                asOf={instant.kind === 'past' ? instant.at : null}
                acts={mayChange ? { change: setChanged, revoke: setRevoked } : undefined}
              />
            )
          }
        </Loaded>
      )}
      <Difference of={['keys']} changes={['api_key']} read={(at, signal) => client.apiKeys.list(at, { signal })} />
      {isMaking && mayChange && <NewKeyDialog accounts={accounts} onClose={() => setMaking(false)} onMade={() => void keys.refetch()} />}
      {changed && mayChange && (
        <ChangeKeyDialog apiKey={changed} accounts={accounts} onClose={() => setChanged(null)} onDone={() => void keys.refetch()} />
      )}
      {revoked && mayChange && (
        <ConfirmDialog
          title="Revoke this key?"
          action="Revoke the key"
          failed="The key still works"
          act={async () => {
            await client.apiKeys.revoke(revoked.id);
            await keys.refetch();
          }}
          onDone={() => setRevoked(null)}
          onClose={() => setRevoked(null)}
        >
          <p>
            Programs that use <Text>{revoked.name}</Text> (<code>{revoked.key_prefix}…</code>) are refused from now on.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
