import type { ApiKeyRecord } from 'pin-publishing';
import { useState } from 'react';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { KeyTable } from './key-table';
import { NewKeyDialog } from './new-key-dialog';

export function KeysPage() {
  const { permissions } = useMe();
  const keys = useRead(['keys'], (signal) => client.apiKeys.list({}, { signal }), { changes: ['api_key'] });
  const accounts = useAccounts().data ?? [];
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyRecord | null>(null);
  const mayChange = permissions.can_manage_api_keys;
  const button = (
    <button type="button" className="main" onClick={() => setMaking(true)}>
      New key
    </button>
  );
  return (
    <Page title="API keys" actions={mayChange && button}>
      <Loaded reading={keys} what="The keys">
        {(all) =>
          all.length === 0 ? (
            <Empty title="There are no keys yet.">
              <p>A program of yours calls the service with one.</p>
            </Empty>
          ) : (
            <KeyTable keys={all} onRevoke={mayChange ? setRevoked : undefined} />
          )
        }
      </Loaded>
      {isMaking && <NewKeyDialog accounts={accounts} onClose={() => setMaking(false)} onMade={() => void keys.refetch()} />}
      {revoked && (
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
