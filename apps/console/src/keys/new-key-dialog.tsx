import type { Account, CreateApiKey } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { accountName } from '../accounts/account-name';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { serverNow } from '../session/server-now';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { ChoiceField, TextField } from '../shown/field';
import { Secret } from '../shown/secret';

interface NewKeyDialogProps {
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const scopes = { read: 'read everything of the project', write: 'create and change', destructive: 'delete' } as const;
const fields = ['name', 'scopes'];
const dayMs = 86_400_000;

/** Makes a key, and shows it this once. */
export function NewKeyDialog({ accounts, onClose, onMade }: NewKeyDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const write = useWrite(async (form: FormData) => {
    setText((await client.apiKeys.create(requestIn(form))).api_key);
    onMade();
  });
  const faults = faultsOf(write.failure, fields);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void write.run(new FormData(event.currentTarget));
  };
  if (text !== null)
    return (
      <Dialog title="The key">
        <p role="status">Copy it now: it is not shown again.</p>
        <Secret label="API key">{text}</Secret>
        <button type="button" className="main" onClick={onClose}>
          I have it
        </button>
      </Dialog>
    );
  return (
    <Dialog title="New key" onClose={onClose}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && !standsBesideFields(write.failure, fields) && (
          <Failure error={write.failure} what="The key was not made" />
        )}
        <TextField label="Name" name="name" required maxLength={255} hint="Which program it is for." fault={faults['name']} />
        <fieldset>
          <legend>It may</legend>
          {Object.entries(scopes).map(([scope, words]) => (
            <label key={scope} className="check">
              <input type="checkbox" name="scopes" value={scope} defaultChecked={scope !== 'destructive'} />
              {words}
            </label>
          ))}
          {faults['scopes'] !== undefined && <p className="fault">{faults['scopes']}</p>}
        </fieldset>
        {accounts.length > 0 && (
          <fieldset>
            <legend>Only for these accounts</legend>
            {accounts.map((account) => (
              <label key={account.id} className="check">
                <input type="checkbox" name="accounts" value={account.id} />
                {accountName(account)}
              </label>
            ))}
            <p className="hint">None chosen: for all, also later ones.</p>
          </fieldset>
        )}
        <ChoiceField label="It ends" name="days">
          <option value="">when it is revoked</option>
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
        </ChoiceField>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy}>
            Make the key
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function requestIn(form: FormData): CreateApiKey {
  const [accounts, days] = [form.getAll('accounts').map(String), Number(form.get('days'))];
  return {
    name: String(form.get('name')),
    scopes: form.getAll('scopes') as (keyof typeof scopes)[],
    ...(accounts.length > 0 && { platform_account_ids: accounts }),
    ...(days > 0 && { expires_at: new Date(serverNow().getTime() + days * dayMs) }),
  };
}
