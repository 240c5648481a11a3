import type { Account, CreateApiKey } from 'pin-publishing';
import type { FormEvent } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { makeSecret } from '../session/held-secret';
import { serverNow } from '../session/server-now';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { ChoiceField, TextField } from '../shown/field';
import { AccountChoice } from './account-choice';
import { ScopeChoice } from './scope-choice';

interface NewKeyDialogProps {
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const fields = ['name', 'scopes', 'platform_account_ids'];
const shownOnce = { title: 'The key', note: 'Copy it now: it is not shown again.', label: 'API key', taken: 'I have it' };
const dayMs = 86_400_000;

/** Makes a key, and shows it this once. */
export function NewKeyDialog({ accounts, onClose, onMade }: NewKeyDialogProps) {
  const { active_project: project } = useMe();
  const write = useWrite((form: FormData) => {
    const make = async () => {
      const { name, api_key: text } = await client.apiKeys.create(requestIn(form));
      return { ...shownOnce, subject: name, project: project.name, text };
    };
    return makeSecret(make, () => {
      onClose();
      onMade();
    });
  });
  const faults = faultsOf(write.failure, fields);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void write.run(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="New key" onClose={onClose} isBusy={write.isBusy}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && !standsBesideFields(write.failure, fields) && (
          <Failure error={write.failure} what="The key was not made" />
        )}
        <TextField label="Name" name="name" required maxLength={255} hint="Which program it is for." fault={faults['name']} />
        <ScopeChoice chosen={['read', 'write']} fault={faults['scopes']} />
        {accounts.length > 0 && <AccountChoice accounts={accounts} chosen={null} fault={faults['platform_account_ids']} />}
        <ChoiceField label="It ends" name="days">
          <option value="">when it is revoked</option>
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
        </ChoiceField>
        <div className="actions">
          <button type="button" disabled={write.isBusy} onClick={onClose}>
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
    scopes: form.getAll('scopes') as NonNullable<CreateApiKey['scopes']>,
    ...(form.get('reach') === 'some' && { platform_account_ids: accounts }),
    ...(days > 0 && { expires_at: new Date(serverNow().getTime() + days * dayMs) }),
  };
}
