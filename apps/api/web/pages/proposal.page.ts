import { contentFieldList } from '@pps/pins/events';
import type { ContentChanges, ProposalItem, ProposalView, ProposedWrite } from '@pps/proposals/events';
import type { CheckedProposalItem } from '@pps/use-cases';
import { changedFields } from '../../proposals/proposal-body';
import { hiddenField, html, type SafeHtml, type WebPage } from '../web-page';
import { problemText } from './sign-in-fields';

export interface AskingView {
  readonly ticket: string;
  readonly proposal: ProposalView;
  readonly isSandbox: boolean;
  /** Names of the project's accounts by id. */
  readonly accounts: ReadonlyMap<string, string>;
}

export interface ProposalPageView extends AskingView {
  readonly checked: readonly CheckedProposalItem[];
}

/** Shows what is proposed, item by item. Nothing has happened before it is answered; opening it again shows what has. */
export function proposalPage(view: ProposalPageView, problem?: string): WebPage {
  const { proposal, ticket } = view;
  const open = proposal.items.filter(isOpen);
  const checkedOf = new Map(view.checked.map((checked) => [checked.number, checked]));
  return {
    title: proposal.status === 'open' ? 'Do you agree to this?' : 'What was proposed to you',
    ...(proposal.status === 'decided' && { tone: 'good' as const }),
    content: html`<p>${asker(proposal)} ${placeOf(view)}</p>
      <p role="status">${statusWords(proposal, open.length)}</p>
      ${problemText(problem)}
      <form method="post" action="proposal/answer">
        ${hiddenField('ticket', ticket)} ${proposal.status === 'open' && open.length > 1 && answerAll(open.length)}
        <ol class="cards stacked">
          ${proposal.items.map((item) => itemCard(item, view, checkedOf.get(item.number)))}
        </ol>
      </form>`,
  };
}

/** Whether a person can still answer it; of one that was stopped half way, agreeing goes on. */
const isOpen = ({ status }: ProposalItem): boolean => status !== 'approved' && status !== 'declined';

export const asker = ({ proposedBy: { keyId, clientName } }: ProposalView): SafeHtml =>
  clientName !== undefined
    ? html`The program that calls itself <strong><bdi>${clientName}</bdi></strong> asks you to agree.`
    : keyId !== undefined
      ? html`A program with the API key <code>${keyId}</code> asks you to agree.`
      : html`You, or somebody signed in as you, proposed this.`;

const placeOf = ({ isSandbox }: AskingView): SafeHtml =>
  isSandbox ? html`It is in your <strong>sandbox</strong>: nothing is really published.` : html`It is in <strong>production</strong>.`;

function statusWords({ status, items, expiresAt }: ProposalView, open: number): string {
  if (status === 'decided') return `All ${items.length} items are answered.`;
  if (status === 'expired') return `It expired at ${momentText(expiresAt)}: what was not answered will not be done.`;
  if (status === 'ended') return 'The program may ask for nothing any more: what was not answered will not be done.';
  return `${open} of ${items.length} items wait for you until ${momentText(expiresAt)}.`;
}

const answerAll = (count: number): SafeHtml =>
  html`<p class="row">
    <button name="answer" value="approve all">Agree to all ${count}</button>
    <button class="second" name="answer" value="decline all">Decline all</button>
  </p>`;

function itemCard(item: ProposalItem, view: ProposalPageView, checked?: CheckedProposalItem): SafeHtml {
  const { number, write } = item;
  const answers = view.proposal.status === 'open' && isOpen(item);
  return html`<li class="card">
    <h2>${number}. ${actionWords[write.action]}</h2>
    <dl>
      ${[...presentRows(checked?.present), ...rowsOf(write, view)].map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd dir="auto">${value}</dd>`,
      )}
    </dl>
    ${outcomeOf(item)} ${(checked?.checks ?? []).map(checkWords)} ${answers && answersOf(item)}
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

/** Everything that an item holds, in words: what is not shown is not agreed to. */
function rowsOf(write: ProposedWrite, { accounts }: AskingView): Row[] {
  const account = (id: string) => accounts.get(id) ?? id;
  const rows: Row[] = [['Account', account(write.accountId)]];
  if (write.action === 'retry_pin' && write.toAccountId !== undefined) rows.push(['Account then', account(write.toAccountId)]);
  if ('pinId' in write) rows.push(['Pin', write.pinId]);
  if ('scheduleId' in write) rows.push(['Schedule', write.scheduleId]);
  if (write.boardId !== undefined) rows.push([isNew(write) ? 'Board' : 'Board then', write.boardId]);
  if ('runAt' in write && write.runAt !== undefined) rows.push([isNew(write) ? 'When' : 'When then', momentText(write.runAt)]);
  if (isNew(write)) return [...rows, ...contentRows(write.content ?? {})];
  return write.action === 'retry_pin' ? rows : [...rows, ...contentRows(write.changes ?? {}, ' then')];
}

const isNew = (write: ProposedWrite): write is Extract<ProposedWrite, { readonly action: 'publish' | 'schedule' }> =>
  write.action === 'publish' || write.action === 'schedule';

/** What is there now of what is to be changed or tried again. */
function presentRows(present: CheckedProposalItem['present']): Row[] {
  if (!present) return [];
  const { boardId, content, runAt } = present;
  const when: Row[] = runAt === undefined ? [] : [['When, now', momentText(runAt)]];
  return [['Board, now', boardId], ...when, ...contentRows(content, ', now')];
}

function contentRows(content: ContentChanges, which = ''): Row[] {
  const fields = changedFields(content);
  return contentFieldList.flatMap(({ wire }): Row[] => {
    const value = fields[wire];
    if (value === undefined) return [];
    return [[`${fieldName(wire)}${which}`, value === null ? html`<em>is taken away</em>` : textOf(value)]];
  });
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** What a field of a pin is called on pages, by its name in requests. */
export const fieldName = (wire: string): string => fieldNames.get(wire) ?? wire;

const fieldNames: ReadonlyMap<string, string> = new Map([
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

function outcomeOf(item: ProposalItem): SafeHtml | false {
  switch (item.status) {
    case 'waiting':
      return false;
    case 'approving':
      return html`<p>You agreed. Whether it was done is not known yet: agree again, and it is done once.</p>`;
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

function answersOf({ number, write, status }: ProposalItem): SafeHtml {
  const of = `item ${number}`;
  return html`<p class="row">
    <button name="answer" value="approve ${number}" aria-label="Agree to ${of}">Agree</button>
    ${isNew(write) && status !== 'approving' && html`<button class="second" name="answer" value="edit ${number}" aria-label="Edit ${of}">Edit</button>`}
    ${
      status !== 'approving' &&
      html`<button class="second" name="answer" value="decline ${number}" aria-label="Decline ${of}">Decline</button>`
    }
  </p>`;
}

/** A moment as people read it, in UTC. */
export const momentText = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
