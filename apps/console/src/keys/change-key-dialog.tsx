import type { Account, ApiKeyRecord } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';
import { AccountChoice } from './account-choice';
import { keyChanges, type WantedKey } from './key-changes';
import { ScopeChoice } from './scope-choice';

interface ChangeKeyDialogProps {
  readonly apiKey: ApiKeyRecord;
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const fields = ['name', 'scopes', 'platform_account_ids'];

/** Changes name, scopes and accounts of a key; what was agreed to for a program or a terminal is narrowed elsewhere, and here only named. */
export function ChangeKeyDialog({ apiKey, accounts, onClose, onDone }: ChangeKeyDialogProps) {
  const [opened] = useState(apiKey);
  const isAgreed = opened.source !== null;
  const connected = accounts.filter(({ revoked_at: revoked }) => revoked === null);
  const own = opened.platform_account_ids;
  const change = async (form: FormData): Promise<void> => {
    // What another window changed meanwhile stays so.
    const now = (await client.apiKeys.list()).find(({ id }) => id === opened.id) ?? opened;
    const changes = keyChanges(opened, now, isAgreed ? { ...wantedIn(form), scopes: opened.scopes, accounts: own } : wantedIn(form));
    if (Object.keys(changes).length > 0) await client.apiKeys.update(opened.id, changes);
  };
  const done = (): void => {
    onDone();
    onClose();
  };
  return (
    <Dialog title="Change the key" onClose={onClose}>
      <WriteForm act={change} onDone={done} action="Change the key" failed="The key is as it was" fields={fields} onLeave={onClose}>
        {(faults) => (
          <>
            <TextField label="Name" name="name" required maxLength={255} defaultValue={opened.name} fault={faults['name']} />
            {isAgreed ? (
              <p>
                What it may do was agreed to with its program: <Link href="/programs">take away from it there</Link>.
              </p>
            ) : (
              <>
                <ScopeChoice chosen={opened.scopes} fault={faults['scopes']} />
                {(connected.length > 0 || own !== null) && (
                  <AccountChoice accounts={connected} chosen={own} fault={faults['platform_account_ids']} />
                )}
              </>
            )}
            <p className="hint">It holds at once. When a key ends cannot be changed.</p>
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}

const wantedIn = (form: FormData): WantedKey => ({
  name: String(form.get('name')),
  scopes: form.getAll('scopes').map(String),
  accounts: form.get('reach') === 'some' ? form.getAll('accounts').map(String) : null,
});
