import type { Account, ApiKeyRecord, UpdateApiKey } from 'pin-publishing';
import { useState } from 'react';
import { accountName } from '../accounts/account-name';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { ChoiceField } from '../shown/field';
import { WriteForm } from '../shown/write-form';
import { modeWords } from './program-card';

interface NarrowProps {
  readonly program: ApiKeyRecord;
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Scope = NonNullable<UpdateApiKey['scopes']>[number];
const strictest = ['propose', 'confirm', 'direct'] as const;
const fields = ['scopes', 'platform_account_ids', 'publishing_mode'];

/** Takes away from what a program may do; nothing can be added here. */
export function NarrowProgramDialog({ program, accounts, onClose, onDone }: NarrowProps) {
  const [opened] = useState(program);
  const mode = strictest.find((each) => each === opened.publishing_mode);
  const own = opened.platform_account_ids;
  const choices = accounts.filter(({ id, revoked_at: revoked }) => revoked === null && (own === null || own.includes(id)));
  const narrow = async (form: FormData): Promise<void> => {
    const [kept, ids] = [form.getAll('scopes').map(String) as Scope[], form.getAll('platform_account_ids').map(String)];
    const next = strictest.find((each) => each === form.get('publishing_mode'));
    // What another window took away meanwhile is not given back.
    const now = (await client.apiKeys.list()).find(({ id }) => id === opened.id) ?? opened;
    const nowMode = strictest.findIndex((each) => each === now.publishing_mode);
    const scopes = kept.filter((scope) => now.scopes.includes(scope));
    const left = now.platform_account_ids === null ? ids : ids.filter((id) => now.platform_account_ids?.includes(id));
    const changes: UpdateApiKey = {
      ...(kept.length < opened.scopes.length && scopes.length < now.scopes.length && { scopes }),
      ...(choices.length > 0 && ids.length < choices.length && { platform_account_ids: left }),
      ...(next !== undefined && next !== mode && strictest.indexOf(next) < nowMode && { publishing_mode: next }),
    };
    if (Object.keys(changes).length > 0) await client.apiKeys.update(opened.id, changes);
  };
  const done = (): void => {
    onDone();
    onClose();
  };
  return (
    <Dialog title="Narrow what it may do" onClose={onClose}>
      <WriteForm act={narrow} onDone={done} action="Narrow it" failed="It was not narrowed" fields={fields} onLeave={onClose}>
        {(faults) => (
          <>
            <fieldset>
              <legend>It may</legend>
              {opened.scopes.map((scope) => (
                <label key={scope} className="check">
                  <input type="checkbox" name="scopes" value={scope} defaultChecked />
                  {scope}
                </label>
              ))}
              {faults['scopes'] !== undefined && <p className="fault">{faults['scopes']}</p>}
            </fieldset>
            {choices.length > 0 && (
              <fieldset>
                <legend>For these accounts</legend>
                {choices.map((account) => (
                  <label key={account.id} className="check">
                    <input type="checkbox" name="platform_account_ids" value={account.id} defaultChecked />
                    {accountName(account)}
                  </label>
                ))}
                {own === null && <p className="hint">While all are chosen, also for later ones.</p>}
                {faults['platform_account_ids'] !== undefined && <p className="fault">{faults['platform_account_ids']}</p>}
              </fieldset>
            )}
            {mode !== undefined && (
              <ChoiceField label="To publish it needs" name="publishing_mode" defaultValue={mode} fault={faults['publishing_mode']}>
                {strictest.slice(0, strictest.indexOf(mode) + 1).map((each) => (
                  <option key={each} value={each}>
                    {modeWords[each]}
                  </option>
                ))}
              </ChoiceField>
            )}
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}
