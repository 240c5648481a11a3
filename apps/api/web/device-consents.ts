import { Inject, Injectable } from '@nestjs/common';
import {
  approveDeviceSignIn,
  denyDeviceSignIn,
  findDeviceApproval,
  findDeviceOfCode,
  findPublicClient,
  findWaitingDevice,
  isSameGrant,
  readUserCode,
  type DeviceTicket,
  type DeviceRequest,
  type Identity,
  type Principal,
} from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { deviceKeyDays, requireRoomFor } from '@pps/use-cases';
import { sandboxProjectId } from '@pps/workspaces';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { formText } from './form-fields';
import { ConsentProjects, planLimit, type OpenedSession } from './consent-projects';
import type { ConsentProject } from './pages/consent-fields';
import { newSandbox, readDeviceAnswer } from './read-consent-answer';
import { deviceAnsweredBeforePage, deviceAnsweredPage, deviceCodePage, deviceConsentPage } from './pages/device.page';
import { googleSignInTo } from './payment-offers';
import { webRoot } from './render-page';
import type { WebPage } from './web-page';

type ApprovedGrant = NonNullable<Awaited<ReturnType<typeof findDeviceApproval>>>;

/** Asks who has just signed in whether a terminal gets a key, and takes the answer. */
@Injectable()
export class DeviceConsents {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
    private readonly consents: ConsentProjects,
  ) {}

  /** The page that asks. Throws `Rejected('rate_limited')` after too many codes. */
  async offer(session: OpenedSession, userCode: string): Promise<WebPage> {
    const person = this.consents.personOf(session);
    const request = await findDeviceOfCode(this.identity, userCode, person.userId);
    if (!request) return deviceCodePage('No terminal waits with this code. Begin again there.');
    return this.ask(request, { requestId: request.requestId, userCode, ...person });
  }

  /**
   * What the form of that page answers. Throws `Rejected('invalid_token')` where it is none, or the terminal waits no more, `Rejected('conflict')`
   * where another answer came first.
   */
  async answer(form: unknown): Promise<WebPage> {
    const ticket = this.identity.deviceTickets.verify(formText(form, 'ticket'), this.app.clock());
    const request = ticket && (await findWaitingDevice(this.app.db, { request_id: ticket.requestId }, this.app.clock()));
    if (!ticket || !request) throw over();
    const home = await this.consents.holderIn(ticket.projectId, ticket);
    if (formText(form, 'answer') !== 'approve') {
      await denyDeviceSignIn(this.identity, request.requestId);
      return deviceAnsweredPage(false);
    }
    const { projects } = await this.consents.describe(ticket);
    const given = await findDeviceApproval(this.identity, request.requestId);
    if (given?.userId === ticket.userId)
      return isRepeat(given, form, projects, home) ? deviceAnsweredPage(true) : deviceAnsweredBeforePage();
    if (given) throw over();
    const answer = readDeviceAnswer(form, projects);
    if ('problem' in answer) return this.ask(request, ticket, answer.problem);
    const { projectId, ...grant } = answer;
    const holder = await this.consents.holderInChosen(projectId, ticket);
    // The key is made later, where nobody could tell the person.
    const full = await requireRoomFor(this.app, holder, 'api_keys').catch(planLimit);
    if (full) return this.ask(request, ticket, `${full.message} Revoke one, or choose another project.`);
    await approveDeviceSignIn(this.identity, request.requestId, holder, grant);
    return deviceAnsweredPage(true);
  }

  private async ask({ clientId, machine, address, createdAt }: DeviceRequest, ticket: DeviceTicket, problem?: string): Promise<WebPage> {
    const view = {
      ...{ userCode: ticket.userCode, machine, address, ...(await this.consents.describe(ticket)) },
      ticket: this.identity.deviceTickets.issue(ticket, this.app.clock()),
      program: findPublicClient(clientId)?.name ?? clientId,
      askedAt: `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      keyName: machine === '' ? 'pps' : `pps on ${machine}`,
      keyDays: deviceKeyDays,
    };
    return deviceConsentPage(view, problem);
  }
}

/** Whether a form answers what was answered before. The first one may have made the sandbox that it asks for. */
function isRepeat(given: ApprovedGrant, form: unknown, projects: readonly ConsentProject[], { organizationId }: Principal): boolean {
  const sandbox = { value: newSandbox, name: '', isSandbox: true, accounts: [] };
  const answer = readDeviceAnswer(form, [...projects.filter(({ value }) => value !== newSandbox), sandbox]);
  if ('problem' in answer) return false;
  const projectId = answer.projectId === newSandbox ? sandboxProjectId(organizationId) : answer.projectId;
  return isSameGrant(given, { projectId, name: answer.name, ...answer.permissions });
}

const over = (): Rejected => new Rejected('invalid_token', 'The terminal waits no more, or the sign-in has ended');

/** Path and query of the page for a code, as a sign-in elsewhere is given them to come back. */
const devicePath = (configuration: Configuration, userCode: string): string => `${webRoot(configuration)}/device?user_code=${userCode}`;

/** The code that such a path is about; null for any other path. */
export function userCodeAt(path: string, configuration: Configuration): string | null {
  const [before, query = ''] = path.split('?');
  return before === `${webRoot(configuration)}/device` ? readUserCode(new URLSearchParams(query).get('user_code') ?? '') : null;
}

/** Where a sign-in with Google begins that comes back to the terminal; null where there is none. */
export const googleSignInForDevice = (configuration: Configuration, userCode: string): string | null =>
  googleSignInTo(configuration, devicePath(configuration, userCode));
