import type { ApiKeyRecord, UpdateApiKey } from 'pin-publishing';

type Scope = NonNullable<UpdateApiKey['scopes']>[number];

/** What a form says that a key may do; `accounts` null: every one, later ones too. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly accounts: readonly string[] | null;
}

type KnownKey = Pick<ApiKeyRecord, 'name' | 'scopes' | 'platform_account_ids'>;

/** The changes of a key that were made since its form was opened, on the key as it is by now: what others took away or gave meanwhile stays so. */
export function keyChanges(opened: KnownKey, now: KnownKey, wanted: WantedKey): UpdateApiKey {
  const scopes = moved(opened.scopes, now.scopes, wanted.scopes);
  const [before, present, after] = [opened.platform_account_ids, now.platform_account_ids, wanted.accounts];
  const accounts = before === null || after === null || present === null ? after : moved(before, present, after);
  return {
    ...(wanted.name !== opened.name && { name: wanted.name }),
    ...(!isSame(wanted.scopes, opened.scopes) && { scopes: scopes as readonly Scope[] }),
    ...(!isSame(after, before) && { platform_account_ids: accounts }),
  };
}

/** A set as it is now, with what was added to it and without what was taken out of it. */
const moved = (before: readonly string[], now: readonly string[], after: readonly string[]): readonly string[] => [
  ...new Set([...now.filter((each) => after.includes(each) || !before.includes(each)), ...after.filter((each) => !before.includes(each))]),
];

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null ? one === other : one.length === other.length && one.every((each) => other.includes(each));
