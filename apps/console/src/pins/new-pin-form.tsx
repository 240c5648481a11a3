import type { Account } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { accountName } from '../accounts/account-name';
import { useBoards } from '../accounts/use-accounts';
import { useCreationName } from '../data/use-creation-name';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Failure } from '../shown/failure';
import { dayAt } from '../schedules/month';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { ChoiceField, LongTextField, TextField } from '../shown/field';
import { useZone } from '../shown/zone';
import { CheckList } from './check-list';
import { ImageField } from './image-field';
import { draftFields, emptyDraft, requestOf, type TypedPin } from './typed-pin';
import { usePinChecks } from './use-pin-checks';
import { WhenField } from './when-field';
import { whenOf, type TypedTime } from './when-of';

/** The form of a new pin: published as soon as its turn comes, or at a time. */
export function NewPinForm({ accounts }: { readonly accounts: readonly Account[] }) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<TypedPin>(() => emptyDraft(accounts[0]?.id ?? ''));
  const [time, setTime] = useState<TypedTime>({ local: '', which: null });
  const zone = useZone(useMe().user.timezone);
  const when = whenOf(time, zone);
  const boards = useBoards(draft.account_id);
  const runAt = when.kind === 'at' ? when.moment : null;
  const checks = usePinChecks(draft, runAt);
  const name = useCreationName(JSON.stringify([draft, runAt]));
  const write = useWrite(async () => {
    const options = { idempotencyKey: name() };
    if (runAt === null) return `/pins/${(await client.pins.create(requestOf(draft), options)).id}`;
    await client.schedules.create({ ...requestOf(draft), run_at: runAt }, options);
    return `/calendar?day=${dayAt(runAt, zone)}`;
  }, navigate);
  const faults = faultsOf(write.failure, draftFields);
  const set = (changes: Partial<TypedPin>): void => setDraft((before) => ({ ...before, ...changes }));
  const field = (key: keyof TypedPin) => ({
    value: draft[key],
    fault: faults[key],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [key]: target.value }),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (when.kind !== 'unclear') void write.run();
  };

  return (
    <form className="beside" onSubmit={onSubmit}>
      <div>
        {write.failure !== undefined && !standsBesideFields(write.failure, draftFields) && (
          <Failure error={write.failure} what="The pin was not created" />
        )}
        <ChoiceField
          label="Account"
          required
          {...field('account_id')}
          onChange={({ target }) => set({ account_id: target.value, board_id: '' })}
        >
          {accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {accountName(account)}
            </option>
          ))}
        </ChoiceField>
        <ChoiceField label="Board" required {...field('board_id')}>
          <option value="">{boards.isPending ? 'Loading …' : 'Choose one'}</option>
          {boards.data?.map((board) => (
            <option key={board.id} value={board.id}>
              {board.name.slice(0, 180)}
            </option>
          ))}
        </ChoiceField>
        {boards.error !== null && (
          <Failure error={boards.error} what="The boards could not be read" onRetry={() => void boards.refetch()} />
        )}
        <TextField label="Title" required maxLength={100} {...field('title')} />
        <LongTextField label="Description" rows={4} maxLength={800} {...field('description')} />
        <ImageField draft={draft} faults={faults} onChange={set} />
        <TextField label="Alternative text" maxLength={500} hint="What the image shows, for who cannot see it." {...field('alt_text')} />
        <TextField label="Leads to" type="url" maxLength={2048} {...field('link_url')} />
        <WhenField {...{ time, zone, when }} onChange={setTime} />
        <div className="actions">
          <button className="main" disabled={write.isBusy}>
            {runAt === null ? 'Create the pin' : 'Schedule the pin'}
          </button>
        </div>
      </div>
      <CheckList checks={checks.data} error={checks.error} isWaiting={checks.isFetching} />
    </form>
  );
}
