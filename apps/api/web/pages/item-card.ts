import type { ProposalItem, ProposedWrite } from '@pps/proposals/events';
import type { BoardOfAccount, CheckedProposalItem, ShownItem } from '@pps/use-cases';
import { itemFields, type Fields } from '../../proposals/item-fields';
import { hiddenField, html, type SafeHtml } from '../web-page';

/** What a card is made of beside the item. */
export interface ItemCardView {
  /** Names of the project's accounts by id. */
  readonly accounts: ReadonlyMap<string, string>;
  /** What a board is called, with its number. */
  readonly boardName: (place: BoardOfAccount) => string;
  /** Of an item that a person can answer. */
  readonly shown: ShownItem | undefined;
  readonly checks: CheckedProposalItem['checks'];
  readonly isAnswerable: boolean;
}

/** Field of the form with what a person was shown of an item. */
export const shownField = (number: number): string => `shown-${number}`;

/** An item with what became of it, and the buttons that answer it. */
export function itemCard(item: ProposalItem, view: ItemCardView): SafeHtml {
  const { number, write } = item;
  const { shown, checks, isAnswerable } = view;
  return html`<li class="card">
    <h2>${number}. ${actionWords[write.action]}</h2>
    <dl>
      ${rowsOf(write, view).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd dir="auto">${value}</dd>`,
      )}
    </dl>
    ${outcomeOf(item)} ${checks.map(checkWords)} ${shown !== undefined && hiddenField(shownField(number), shown.fingerprint)}
    ${isAnswerable && answersOf(item)}
  </li>`;
}

const actionWords: Readonly<Record<ProposedWrite['action'], string>> = {
  publish: 'Publish a pin now',
  schedule: 'Publish a pin at a time',
  change_pin: 'Change a pin that waits',
  change_schedule: 'Change a schedule',
  retry_pin: 'Try a failed pin again',
};

type Row = readonly [string, SafeHtml | string];

/** Everything that an item holds, in words, and of a change the whole that it leads to: what is not shown is not agreed to. */
function rowsOf(write: ProposedWrite, { accounts, shown, boardName }: ItemCardView): Row[] {
  const named: Row[] = [
    ...('pinId' in write ? [['Pin', write.pinId] as const] : []),
    ...('scheduleId' in write ? [['Schedule', write.scheduleId] as const] : []),
  ];
  const [before, after] = itemFields(write, shown);
  const words = (name: string, value: unknown, { account_id: accountId }: Fields) => {
    if (name === 'board_id') return boardName({ accountId: String(accountId), boardId: String(value) });
    return textOf(name === 'account_id' ? (accounts.get(String(value)) ?? value) : value, name);
  };
  const names = new Set([...fieldNames.keys(), ...Object.keys(after)]);
  const rows = [...names].flatMap((name): Row[] => {
    const [was, is] = [before?.[name], after[name]];
    if (is === null || (is === undefined && was !== undefined))
      return [
        [fieldName(name), html`<em>is taken away</em> ${was !== undefined && was !== null && beforeWords(words(name, was, before ?? {}))}`],
      ];
    if (is === undefined) return [];
    const [wasWords, isWords] = [was === undefined ? '' : words(name, was, before ?? {}), words(name, is, after)];
    return [[fieldName(name), before !== null && wasWords !== isWords ? changedWords(isWords, wasWords) : isWords]];
  });
  return [...named, ...rows];
}

const textOf = (value: unknown, name: string): string => {
  if (name === 'run_at') return momentText(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
};

const changedWords = (now: string, before: string): SafeHtml =>
  html`<mark>${now}</mark> ${before === '' ? html`<span class="hint">New.</span>` : beforeWords(before)}`;

const beforeWords = (before: string): SafeHtml => html`<span class="hint">Before: <bdi>${before}</bdi></span>`;

/** What a field of a pin is called on pages, by its name in requests. */
export const fieldName = (wire: string): string => fieldNames.get(wire) ?? wire;

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['account_id', 'Account'],
  ['board_id', 'Board'],
  ['run_at', 'When'],
  ['title', 'Title'],
  ['description', 'Description'],
  ['link_url', 'Link'],
  ['image_url', 'Image address'],
  ['asset_id', 'Uploaded file'],
  ['alt_text', 'Alternative text'],
  ['board_section_id', 'Board section'],
  ['dominant_color', 'Color'],
  ['related_terms', 'Related terms'],
  ['cover_image_url', 'Cover image address'],
  ['cover_image_asset_id', 'Cover image, uploaded file'],
]);

/** Whether something of the item is fetched from an address of others when it is published. */
export function isFetched({ write }: ProposalItem, shown: ShownItem | undefined): boolean {
  const [, after] = itemFields(write, shown);
  return [after['image_url'], after['cover_image_url']].some((value) => value !== undefined && value !== null);
}

function outcomeOf(item: ProposalItem): SafeHtml | false {
  switch (item.status) {
    case 'waiting':
      return false;
    case 'approving':
      return html`<p><span class="badge">Agreed</span> It is being done. Open this page again to see what became of it.</p>`;
    case 'approved':
      return html`<p><span class="badge">Agreed</span> ${madeWords(item)}</p>`;
    case 'declined':
      return html`<p><span class="badge">Declined</span></p>`;
    case 'failed':
      return html`<p class="problem">It could not be done: ${item.errorMessage} ${item.remediation ?? ''}</p>`;
  }
}

const madeWords = ({ pinId, scheduleId }: { readonly pinId?: string; readonly scheduleId?: string }): SafeHtml =>
  scheduleId !== undefined ? html`Schedule <code>${scheduleId}</code>` : html`Pin <code>${pinId ?? ''}</code>`;

/** What a creation would meet, as far as somebody has to know it. */
function checkWords({ name, status, message, remediation, details }: CheckedProposalItem['checks'][number]): SafeHtml | false {
  if (status !== 'failed' && status !== 'warning') return false;
  const at = name === 'forecast' ? (details as { readonly expected_at?: string } | null)?.expected_at : undefined;
  const when = at === undefined ? '' : ` It would go out at about ${momentText(at)}.`;
  return html`<p class="${status === 'failed' ? 'problem' : 'hint'}">${message}${when} ${remediation ?? ''}</p>`;
}

function answersOf({ number, write }: ProposalItem): SafeHtml {
  const isNew = write.action === 'publish' || write.action === 'schedule';
  const of = `item ${number}`;
  return html`<p class="row">
    <button name="answer" value="approve ${number}" aria-label="Agree to ${of}">Agree</button>
    ${isNew && html`<button class="second" name="answer" value="edit ${number}" aria-label="Edit ${of}">Edit</button>`}
    <button class="second" name="answer" value="decline ${number}" aria-label="Decline ${of}">Decline</button>
  </p>`;
}

/** A moment as people read it, in UTC. */
export const momentText = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
