import type { CreatePin } from 'pin-publishing';

/** What the form of a new pin holds, as it is typed. */
export interface TypedPin {
  readonly account_id: string;
  readonly board_id: string;
  readonly title: string;
  readonly description: string;
  readonly link_url: string;
  readonly image_url: string;
  readonly asset_id: string;
  readonly alt_text: string;
}

export const draftFields = ['account_id', 'board_id', 'title', 'description', 'link_url', 'image_url', 'asset_id', 'alt_text'] as const;

export const emptyDraft = (accountId: string): TypedPin => ({
  ...{ account_id: accountId, board_id: '', title: '', description: '', link_url: '', image_url: '', asset_id: '', alt_text: '' },
});

/** The same as the service takes it: what is empty is absent. */
export const requestOf = (draft: TypedPin): CreatePin =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '')) as unknown as CreatePin;

/** Whether there is enough to ask what the service would say. */
export const canBeChecked = ({ account_id, board_id, title }: TypedPin): boolean =>
  account_id !== '' && board_id !== '' && title.trim() !== '';
