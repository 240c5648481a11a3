/** One change that the stream told of. */
export interface NoticedChange {
  readonly type: string;
  readonly id: string;
  readonly is_new: boolean;
  /** Whose it is, where the stream says so. */
  readonly account_id?: string;
}

/** Names by which what was read says that a change makes it untrue: the type, the thing itself, and the type within an account. */
export const namesOfChange = ({ type, id, account_id: accountId }: NoticedChange): readonly string[] => [
  type,
  `${type}:${id}`,
  accountId === undefined ? `${type} of any account` : `${type} of ${accountId}`,
];

/** What changes of a type concern one account: those that name it, and those that name none. */
export const changesOfAccount = (type: string, accountId: string): readonly string[] => [
  `${type} of ${accountId}`,
  `${type} of any account`,
];
