import { Inject, Injectable } from '@nestjs/common';
import { Overloaded } from '@pps/concurrency';
import type { AskedPerson, Identity, Principal } from '@pps/identity';
import { Invalid, isUuid, NotFound, Rejected } from '@pps/kernel';
import { proposalStream, type ProposalView } from '@pps/proposals/events';
import { failureOf, type Configuration } from '@pps/runtime';
import { approveProposal, boardsOfItems, checkProposal, declineProposal, findProposal, nameBoards, showItems } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { FairRequests } from '../auth/fair-requests.guard';
import { IDENTITY } from '../auth/identity';
import { accountList } from '../connections/account-list';
import { decodeChoices } from '../proposals/decode-proposal';
import { ConsentProjects, type OpenedSession } from './consent-projects';
import { formText } from './form-fields';
import { editedFields, editPage } from './pages/edit-item.page';
import { proposalPage } from './pages/proposal.page';
import { proposalWaitsPage } from './pages/proposal-steps.page';
import { googleSignInTo } from './payment-offers';
import { readProposalAnswer, shownOfForm, type ProposalAnswer } from './read-proposal-answer';
import { webRoot } from './render-page';
import type { WebPage } from './web-page';

type Connection = FastifyReply['raw'];
type Asked = AskedPerson & { readonly proposalId: string };
type AnswerKind = ProposalAnswer['kind'];

/** Shows a person what is proposed to him, and takes his answers: here alone somebody agrees on a page. */
@Injectable()
export class ProposalAnswers {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
    private readonly consents: ConsentProjects,
    private readonly fair: FairRequests,
  ) {}

  /**
   * The page that asks. A sign-in may have used up what works once: where it cannot be shown now, the page from which he can go on. Throws `NotFound` where
   * there is no such proposal, or it is that of others.
   */
  async offer(session: OpenedSession, id: string, raw: Connection): Promise<WebPage> {
    const asked = { ...this.consents.personOf(session), proposalId: isUuid(id) ? id.toLowerCase() : '' };
    try {
      return await this.inTurn(asked, raw, 'show', (holder) => this.ask(asked, holder));
    } catch (error) {
      const isLimited = error instanceof Rejected && error.code === 'rate_limited';
      if (!isLimited && !(error instanceof Overloaded)) throw error;
      return proposalWaitsPage(this.ticketOf(asked), isLimited ? 429 : 503);
    }
  }

  /**
   * What a form of that page answers: the page as it is then. Throws `Rejected('invalid_token')` where it is none of ours, or the sign-in has ended, `NotFound`,
   * `Rejected('rate_limited')`, `Overloaded`.
   */
  async answer(form: unknown, raw: Connection): Promise<WebPage> {
    const asked = this.identity.authorizationTickets.verify('proposal', formText(form, 'ticket'), this.app.clock());
    if (!asked) throw new Rejected('invalid_token', 'The sign-in has ended');
    const kind = readProposalAnswer(form)?.kind ?? 'show';
    return this.inTurn(asked, raw, kind, (holder) => this.carryOut(asked, holder, form));
  }

  /**
   * Pages have no credential that guards see: the person is counted here, and works in the turn of his organization, as with a request of his session. Only
   * agreements append so much that they wait as bulk work does.
   */
  private async inTurn(asked: Asked, raw: Connection, kind: AnswerKind, work: (holder: Principal) => Promise<WebPage>): Promise<WebPage> {
    const isLook = kind === 'show' || kind === 'edit';
    await this.app.rateLimits.require(isLook ? 'proposal_looks' : 'proposal_answers', asked.userId);
    const { holder, items } = await this.holderOf(asked);
    const isBulk = kind === 'approve' && items > lightAtMost;
    return this.fair.runPermitted(() => work(holder), { raw, organizationId: holder.organizationId, isBulk });
  }

  private async carryOut(asked: Asked, holder: Principal, form: unknown): Promise<WebPage> {
    const answer = readProposalAnswer(form);
    if (!answer) return this.ask(asked, holder, 'That answer was not understood. Nothing has happened.');
    const number = 'number' in answer ? answer.number : null;
    try {
      switch (answer.kind) {
        case 'approve':
          await this.approve(asked, holder, form, number);
          break;
        case 'decline':
          await declineProposal(this.app, holder, asked.proposalId, { numbers: number === null ? null : [number], by: 'page' });
          break;
        case 'edit':
          return await this.edit(asked, holder, answer.number, form);
        case 'show':
          break;
      }
    } catch (error) {
      if (error instanceof Invalid) return this.edit(asked, holder, number, form, wordsOf(error));
      if (error instanceof Rejected && toldOnPage.has(error.code))
        return this.ask(asked, holder, `${error.message} ${error.answer.remediation ?? ''}`.trim());
      throw error;
    }
    return this.ask(asked, holder);
  }

  private async approve(asked: Asked, holder: Principal, form: unknown, number: number | null): Promise<void> {
    const { items } = await findProposal(this.app, holder, asked.proposalId);
    const item = items.find((each) => each.number === number);
    if (number !== null && !item) throw new NotFound('Item');
    const edits = item && formText(form, 'edited') === 'yes' ? editedFields(item.write, form) : null;
    const choices = item ? await decodeChoices([{ number, ...(edits && { changes: edits }) }]) : null;
    const shown = shownOfForm(
      form,
      items.map((each) => each.number),
    );
    await approveProposal(this.app, holder, asked.proposalId, { choices, by: 'page', shown });
  }

  private async ask(asked: Asked, holder: Principal, problem?: string): Promise<WebPage> {
    const proposal = await findProposal(this.app, holder, asked.proposalId);
    const shown = await showItems(this.app, holder, proposal);
    const [boardName, checked, accounts] = await Promise.all([
      nameBoards(this.app, holder, boardsOfItems(proposal.items, shown)),
      // What was done is told, though a read model is behind.
      unlessOutage(checkProposal(this.app, holder, proposal)),
      unlessOutage(accountList(this.app, holder, true)),
    ]);
    const names = new Map((accounts ?? []).map(({ id, username, platform_user_id: user }) => [id, username ?? user]));
    return proposalPage({ ...this.viewOf(asked, holder, proposal), shown, checked, accounts: names, boardName }, problem);
  }

  private async edit(asked: Asked, holder: Principal, number: number | null, form: unknown, problem?: string): Promise<WebPage> {
    const proposal = await findProposal(this.app, holder, asked.proposalId);
    const item = proposal.items.find((each) => each.number === number);
    if (!item || (item.write.action !== 'publish' && item.write.action !== 'schedule')) return this.ask(asked, holder, problem);
    if (item.status !== 'waiting' && item.status !== 'failed') return this.ask(asked, holder);
    const shown = (await showItems(this.app, holder, { items: [item] }))[0]?.fingerprint ?? '';
    if (shownOfForm(form, [item.number]).get(item.number) !== shown)
      return this.ask(asked, holder, `Item ${item.number} is not what it was when you looked at it. Look at it again.`);
    const view = { ...this.viewOf(asked, holder, proposal), number: item.number, write: item.write, shown };
    return editPage(view, problem === undefined ? undefined : { form, problem });
  }

  private viewOf(asked: Asked, holder: Principal, proposal: ProposalView) {
    return { ticket: this.ticketOf(asked), proposal, isSandbox: holder.environment === 'sandbox' };
  }

  private ticketOf(asked: Asked): string {
    return this.identity.authorizationTickets.issue('proposal', asked, this.app.clock());
  }

  /** The person in the project of the proposal. Throws `NotFound` where it is not his. */
  private async holderOf(asked: Asked): Promise<{ readonly holder: Principal; readonly items: number }> {
    const { state } = await this.app.live.get(proposalStream, asked.proposalId);
    if (state.kind === 'none') throw new NotFound('Proposal');
    const home = await this.consents.holderIn(asked.projectId, asked);
    if (home.organizationId !== state.organizationId) throw new NotFound('Proposal');
    return { holder: await this.consents.holderIn(state.projectId, asked), items: state.items.length };
  }
}

/** An agreement to so many items costs no more than other requests; to more it is bulk work. */
const lightAtMost = 10;

const toldOnPage: ReadonlySet<string> = new Set(['proposal_closed', 'conflict', 'payload_too_large']);

/** What is read; null while it cannot be. */
const unlessOutage = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (failureOf(error).code !== 'service_unavailable') throw error;
    return null;
  });

const wordsOf = ({ errors }: Invalid): string => errors.map(({ msg }) => msg).join('; ');

/** Path and query of the page of a proposal, as a sign-in elsewhere is given them to come back. */
const proposalPath = (configuration: Configuration, proposalId: string): string => `${webRoot(configuration)}/proposal?id=${proposalId}`;

/** The proposal that such a path is about; null for any other path. */
export function proposalAt(path: string, configuration: Configuration): string | null {
  const [before, query = ''] = path.split('?');
  const id = new URLSearchParams(query).get('id') ?? '';
  return before === `${webRoot(configuration)}/proposal` && isUuid(id) ? id : null;
}

/** Where a sign-in with Google begins that comes back to the proposal; null where there is none. */
export const googleSignInForProposal = (configuration: Configuration, proposalId: string): string | null =>
  isUuid(proposalId) ? googleSignInTo(configuration, proposalPath(configuration, proposalId)) : null;
