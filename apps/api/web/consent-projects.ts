import { Inject, Injectable } from '@nestjs/common';
import { claimsOf, type AskedPerson, type Identity, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { createSandbox } from '@pps/use-cases';
import { sandboxProjectId } from '@pps/workspaces';
import { decode } from 'jsonwebtoken';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { SessionBody } from '../auth/session-body';
import { accountList } from '../connections/account-list';
import type { ConsentProject } from './pages/consent-fields';
import { newSandbox } from './read-consent-answer';

export type OpenedSession = Awaited<ReturnType<SessionBody['openDefault']>>;

/** Who is asked on a page whether something may act for him, and for what he can say yes. */
@Injectable()
export class ConsentProjects {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
    private readonly sessions: SessionBody,
  ) {}

  /** Who has just signed in. Throws `Rejected('invalid_token')`. */
  personOf(session: OpenedSession): AskedPerson {
    const claims = claimsOf(decode(session.access_token));
    if (!claims) throw over();
    const { sub: userId, sid: sessionId, gen: generation, project: projectId } = claims;
    return { userId, sessionId, generation, projectId };
  }

  /** The person's address, workspace and projects with their accounts and epochs; a sandbox that is made with the answer, where there is none. */
  async describe(person: AskedPerson) {
    const { userId, projectId } = person;
    const body = await this.sessions.sessionBody({ userId, projectId, asOf: await this.app.live.head() });
    const epochs = new Map<string, number>();
    const known = await Promise.all(
      body.projects.map(async ({ id, name, environment }): Promise<ConsentProject> => {
        const holder = await this.holderIn(id, person);
        epochs.set(id, holder.epoch);
        const accounts = await accountList(this.app, holder, false);
        const named = accounts.map((account) => ({ id: account.id, name: account.username ?? account.platform_user_id }));
        return { value: id, name, isSandbox: environment === 'sandbox', accounts: named };
      }),
    );
    const isMissing = !known.some(({ isSandbox }) => isSandbox);
    const projects = [...(isMissing ? [{ value: newSandbox, name: 'A new sandbox', isSandbox: true, accounts: [] }] : []), ...known];
    return { email: body.user.email, workspace: body.organization.name, projects, epochs };
  }

  /** The session in a project. Throws `Rejected('invalid_token')` where it has ended. */
  async holderIn(project: string, { userId, sessionId, generation }: AskedPerson): Promise<Principal> {
    const claims = { sub: userId, sid: sessionId, gen: generation, project, authTime: 0 };
    const holder = await this.identity.sessionHolders.holderOf(claims);
    if (!holder) throw over();
    return holder;
  }

  /** The session in the project that was chosen, which is made if it is the new sandbox. Throws as `holderIn`. */
  async holderInChosen(project: string, person: AskedPerson): Promise<Principal> {
    if (project !== newSandbox) return this.holderIn(project, person);
    const home = await this.holderIn(person.projectId, person);
    await createSandbox(this.app, home, 'Sandbox');
    return this.holderIn(sandboxProjectId(home.organizationId), person);
  }
}

const over = (): Rejected => new Rejected('invalid_token', 'The sign-in has ended');

/** The refusal of a plan's limit. Rethrows every other error. */
export function planLimit(error: unknown): Rejected {
  if (error instanceof Rejected && error.code === 'plan_limit') return error;
  throw error;
}
