import { Inject, Injectable } from '@nestjs/common';
import {
  allScopes,
  approveAuthorization,
  isAuthorizationApproved,
  isOwnMachine,
  redirectTarget,
  signConnectorRequest,
  type AskedPerson,
  type AuthorizationRequest,
  type Identity,
  type Scope,
} from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { features } from '@pps/runtime';
import { requireRoomFor } from '@pps/use-cases';
import { grantsHeld } from '@projections/api_keys/api_keys.query';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { issuerOf } from '../oauth/issuer';
import { ConsentProjects, planLimit, type OpenedSession } from './consent-projects';
import { formText } from './form-fields';
import type { ConsentProject } from './pages/consent-fields';
import { questionPath } from './question-cookie';
import { authorizeConsentPage, type AskingProgram } from './pages/authorize.page';
import { googleSignInTo } from './payment-offers';
import { readAuthorization, redirectWith, type AskingBrowser, type ReadAuthorization } from './read-authorization';
import { newSandbox, readConsentAnswer, readMode } from './read-consent-answer';
import type { WebPage } from './web-page';

type Asked = AuthorizationRequest & AskedPerson;

const dayMs = 86_400_000;

/** Asks who has just signed in whether a program may act for him, and takes the answer. */
@Injectable()
export class ProgramConsents {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
    private readonly consents: ConsentProjects,
  ) {}

  /** What a program asks by the parameters of an address. Throws `Overloaded` where who it is cannot be asked now. */
  read(query: unknown, opened: AskingBrowser): Promise<ReadAuthorization> {
    return readAuthorization({ ...this.app, ...this.identity }, query, opened);
  }

  /** The question that a form carries, asked in this browser. Throws `Rejected('invalid_token')`. */
  questionOf(ticket: string, browser: string | null): AuthorizationRequest {
    return sameBrowser(this.identity.authorizationTickets.verify('request', ticket, this.app.clock()), browser);
  }

  /** What is shown of a question before anybody signed in. */
  viewOf(request: AuthorizationRequest) {
    const ticket = this.identity.authorizationTickets.issue('request', request, this.app.clock());
    const path = questionPath(this.app.configuration, request.requestId, ticket);
    const google = path === null ? null : this.googleFor(request, path);
    return { program: programOf(request), request: ticket, google };
  }

  /** Where a sign-in with Google begins that comes back to a question; null where there is none. */
  private googleFor({ requestId }: AuthorizationRequest, path: string): string | null {
    const { configuration } = this.app;
    if (configuration.CONNECTOR_URL !== undefined) return googleSignInTo(configuration, path);
    if (features(configuration).google.state !== 'enabled') return null;
    const connector = signConnectorRequest(requestId, this.identity.keys.API_KEY_HASH_KEY);
    return `../v1/auth/google/login?${new URLSearchParams({ connector }).toString()}`;
  }

  /** The page that asks. */
  async offer(session: OpenedSession, request: AuthorizationRequest): Promise<WebPage> {
    return this.ask({ ...request, ...this.consents.personOf(session) });
  }

  /**
   * Where the browser goes after what the form of that page answers, or the page once more. Throws `Rejected('invalid_token')` where it is no form of ours in this browser,
   * `Rejected('conflict')` where another answer came first.
   */
  async answer(form: unknown, browser: string | null): Promise<{ readonly location: string } | WebPage> {
    const asked = sameBrowser(this.identity.authorizationTickets.verify('consent', formText(form, 'ticket'), this.app.clock()), browser);
    await this.consents.holderIn(asked.projectId, asked);
    if (formText(form, 'answer') !== 'approve') {
      if (await isAuthorizationApproved(this.identity, asked)) throw new Rejected('conflict', 'The program was let act already');
      return { location: this.wayBack(asked, { error: 'access_denied' }) };
    }
    const { projects, epochs } = await this.consents.describe(asked);
    const { offered } = await this.offeredTo(asked, epochs);
    const answer = readConsentAnswer(form, withMadeSandbox(projects, form), offered);
    if ('problem' in answer) return this.ask(asked, answer.problem);
    const days = this.days().find((each) => String(each) === formText(form, 'days'));
    if (days === undefined) return this.ask(asked, 'Choose until when it may act.');
    const holder = await this.consents.holderInChosen(answer.projectId, asked);
    const { permissions } = answer;
    const code = await approveAuthorization(
      this.identity,
      asked,
      holder,
      { permissions, days, mode: readMode(form) ?? 'propose', offered },
      () => requireRoomFor(this.app, holder, 'api_keys'),
    ).catch(planLimit);
    if (typeof code !== 'string') return this.ask(asked, `${code.message} End one, or choose another project.`);
    return { location: this.wayBack(asked, { code }) };
  }

  private async ask(asked: Asked, problem?: string): Promise<WebPage> {
    const { epochs, ...described } = await this.consents.describe(asked);
    const { offered, ticked, projectId } = await this.offeredTo(asked, epochs);
    const view = {
      program: programOf(asked),
      ticket: this.identity.authorizationTickets.issue('consent', asked, this.app.clock()),
      // Chromium asks it of every step that the program leads on to, and no host source matches http://[::1].
      formTarget: new URL(asked.redirectUri).protocol,
      ...described,
      projectId,
      scopes: offered.map((scope) => ({ scope, isTicked: ticked.includes(scope) })),
      days: this.days(),
      mode: 'propose' as const,
    };
    return authorizeConsentPage(view, problem);
  }

  /**
   * What it asks for, and what it holds already: one that asks for something new only is not to lose the rest. That is ticked where it is held in the project
   * that is chosen at first, and not for a program that nobody knows: another one may bear its id.
   */
  private async offeredTo(asked: Asked, epochs: ReadonlyMap<string, number>) {
    const { organizationId } = await this.consents.holderIn(asked.projectId, asked);
    await this.app.freshness.wait('api_keys', { organizationId });
    const granted = await grantsHeld(this.app.db, { organizationId, userId: asked.userId }, asked.clientId, this.app.clock());
    const held = granted.filter((grant) => epochs.get(grant.project_id) === grant.epoch);
    const projectId = held[0]?.project_id ?? null;
    const ofProject = asked.clientKind === 'registered' ? [] : held.filter((grant) => grant.project_id === projectId);
    const has = (grants: typeof held, scope: Scope) => asked.scopes.includes(scope) || grants.some(({ scopes }) => scopes.includes(scope));
    return {
      offered: allScopes.filter((scope) => has(held, scope)),
      ticked: allScopes.filter((scope) => has(ofProject, scope)),
      projectId,
    };
  }

  private days(): readonly number[] {
    const most = Math.max(1, Math.floor(this.app.configuration.GRANT_LIFETIME / dayMs));
    return [...new Set([most, 30, 7, 1])].filter((days) => days <= most);
  }

  private wayBack({ redirectUri, state }: AuthorizationRequest, said: Readonly<Record<string, string>>): string {
    return redirectWith(redirectUri, { ...said, state: state ?? '', iss: issuerOf(this.app.configuration) });
  }
}

/** The projects, where the first of two equal answers may have made the sandbox that both ask for. */
function withMadeSandbox(projects: readonly ConsentProject[], form: unknown): readonly ConsentProject[] {
  if (formText(form, 'project') !== newSandbox) return projects;
  return projects.map((project) => (project.isSandbox ? { ...project, value: newSandbox } : project));
}

function sameBrowser<Request extends AuthorizationRequest>(request: Request | null, browser: string | null): Request {
  if (!request || request.browser !== browser) throw over();
  return request;
}

const over = (): Rejected => new Rejected('invalid_token', 'The question is over, or was asked in another browser');

function programOf({ clientId, clientName: name, clientKind, redirectUri, resource }: AuthorizationRequest): AskingProgram {
  const host = clientKind === 'document' ? new URL(clientId).host : '';
  const known = {
    named: { by: 'operator' },
    document: { by: 'host', host, isElsewhere: !isOwnMachine(redirectUri) && new URL(redirectUri).host !== host },
    registered: { by: 'nobody' },
  } as const;
  return { name, known: known[clientKind], place: redirectTarget(redirectUri), resource };
}
