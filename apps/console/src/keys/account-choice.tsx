import type { Account } from 'pin-publishing';
import { useState } from 'react';
import { accountName } from '../accounts/account-name';

interface AccountChoiceProps {
  readonly accounts: readonly Account[];
  /** Null: every one. */
  readonly chosen: readonly string[] | null;
  readonly fault: string | undefined;
}

/** Which accounts a key may name, as the fields `reach` and `accounts` of a form: every one and some are two answers, so that none is never taken for all. */
export function AccountChoice({ accounts, chosen, fault }: AccountChoiceProps) {
  const [isLimited, setLimited] = useState(chosen !== null);
  const choices: readonly (readonly [id: string, name: string])[] = [
    ...accounts.map((account) => [account.id, accountName(account)] as const),
    // One that is disconnected stays, where nobody takes it out.
    ...(chosen ?? []).filter((id) => !accounts.some((account) => account.id === id)).map((id) => [id, `${id}, disconnected`] as const),
  ];
  return (
    <fieldset>
      <legend>For</legend>
      <label className="check">
        <input type="radio" name="reach" value="all" checked={!isLimited} onChange={() => setLimited(false)} />
        every account, also later ones
      </label>
      <label className="check">
        <input type="radio" name="reach" value="some" checked={isLimited} onChange={() => setLimited(true)} />
        only these
      </label>
      {isLimited &&
        choices.map(([id, name]) => (
          <label key={id} className="check">
            <input type="checkbox" name="accounts" value={id} defaultChecked={chosen?.includes(id) ?? false} />
            {name}
          </label>
        ))}
      {fault !== undefined && <p className="fault">{fault}</p>}
    </fieldset>
  );
}
