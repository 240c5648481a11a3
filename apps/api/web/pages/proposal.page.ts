import type { ProposalItem, ProposalView } from '@pps/proposals/events';
import type { BoardOfAccount, CheckedProposalItem, ShownItem } from '@pps/use-cases';
import { hiddenField, html, type SafeHtml, type WebPage } from '../web-page';
import { isFetched, itemCard, momentText } from './item-card';
import { problemText, refusedStatus } from './sign-in-fields';

export interface AskingView {
  readonly ticket: string;
  readonly proposal: ProposalView;
  readonly isSandbox: boolean;
}

export interface ProposalPageView extends AskingView {
  /** Names of the project's accounts by id. */
  readonly accounts: ReadonlyMap<string, string>;
  /** What a board is called, with its number. */
  readonly boardName: (place: BoardOfAccount) => string;
  readonly shown: readonly ShownItem[];
  /** Null where they cannot be read at the moment. */
  readonly checked: readonly CheckedProposalItem[] | null;
}

/** Shows what is proposed, item by item. Nothing has happened before it is answered; opening it again shows what has. */
export function proposalPage(view: ProposalPageView, problem?: string): WebPage {
  const { proposal, ticket, checked, accounts, boardName } = view;
  const open = proposal.items.filter(isOpen);
  const isAnswerable = proposal.status === 'open' && open.length > 0;
  const checksOf = new Map((checked ?? []).map(({ number, checks }) => [number, checks]));
  const shownOf = new Map(view.shown.map((item) => [item.number, item]));
  return {
    title: isAnswerable ? 'Do you agree to this?' : 'What was proposed to you',
    ...(proposal.status === 'decided' && { tone: 'good' as const }),
    ...refusedStatus(problem),
    content: html`<p>${asker(proposal)} ${placeOf(view)}</p>
      <p role="status">${statusWords(proposal, open.length)}</p>
      ${problemText(problem)} ${checked === null && html`<p class="hint">What the checks say cannot be read at the moment.</p>`}
      ${isAnswerable && open.some((item) => isFetched(item, shownOf.get(item.number))) && fetchedWords}
      <form method="post" action="proposal/answer">
        ${hiddenField('ticket', ticket)} ${isAnswerable && open.length > 1 && answerAll(open.length)}
        <ol class="cards stacked">
          ${proposal.items.map((item) =>
            itemCard(item, {
              accounts,
              boardName,
              shown: shownOf.get(item.number),
              checks: checksOf.get(item.number) ?? [],
              isAnswerable: isAnswerable && isOpen(item),
            }),
          )}
        </ol>
      </form>`,
  };
}

/** Whether a person can still answer it. */
const isOpen = ({ status }: ProposalItem): boolean => status === 'waiting' || status === 'failed';

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
  if (open === 0) return 'Everything is answered; what you agreed to is being done.';
  return `${open} of ${items.length} items wait for you until ${momentText(expiresAt)}.`;
}

const fetchedWords = html`<p class="hint">
  A picture with an address is fetched when its pin is published: whoever runs that address can show another one by then. An uploaded file
  stays as it is. Boards are called what they are called now; their numbers stay, as a program may rename them.
</p>`;

const answerAll = (count: number): SafeHtml =>
  html`<p class="row">
    <button name="answer" value="approve all">Agree to all ${count}</button>
    <button class="second" name="answer" value="decline all">Decline all</button>
  </p>`;
