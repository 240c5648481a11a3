import { Inject, Injectable } from '@nestjs/common';
import { allScopes, type AskedPerson, type Identity } from '@pps/identity';
import { apiKeyStream, isKeyWorking, modeOfGrant } from '@pps/identity/events';
import { isUuid, Rejected } from '@pps/kernel';
import { changeKey, revokeKey } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { ConsentProjects, type OpenedSession } from './consent-projects';
import { formText } from './form-fields';
import { readMode } from './read-consent-answer';
import { grantChangedPage, grantPage } from './pages/grant.page';
import type { WebPage } from './web-page';

type Asked = AskedPerson & { readonly keyId: string };

/** Shows the person who let a program act what it may do, and changes it. */
@Injectable()
export class GrantChanges {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
    private readonly consents: ConsentProjects,
  ) {}

  /** The page that asks. Throws `Rejected('invalid_token')` where it is no grant of this person. */
  offer(session: OpenedSession, keyId: string): Promise<WebPage> {
    if (!isUuid(keyId)) throw gone();
    return this.ask({ ...this.consents.personOf(session), keyId: keyId.toLowerCase() });
  }

  /** What the form of that page answers. Throws `Rejected('invalid_token')` where it is none, or the grant has ended. */
  async answer(form: unknown): Promise<WebPage> {
    const asked = this.identity.authorizationTickets.verify('grant', formText(form, 'ticket'), this.app.clock());
    if (!asked) throw gone();
    const { projectId } = await this.grantOf(asked);
    const holder = await this.consents.holderIn(projectId, asked);
    const isEnded = formText(form, 'answer') === 'end';
    if (isEnded) {
      await revokeKey(this.app, holder, asked.keyId);
      return grantChangedPage(true);
    }
    const scopes = allScopes.filter((scope) => formText(form, `scope_${scope}`) === 'on');
    if (scopes.length === 0) return this.ask(asked, 'Tick at least one thing that it may do, or end it.');
    const mode = readMode(form);
    const changes = { scopes, ...(mode && { mode }) };
    await changeKey({ ...this.app, ...this.identity }, holder, asked.keyId, changes, { isConsented: true });
    return grantChangedPage(false);
  }

  private async ask(asked: Asked, problem?: string): Promise<WebPage> {
    const { clientName = '', scopes, expiresAt, ...grant } = await this.grantOf(asked);
    const view = {
      ticket: this.identity.authorizationTickets.issue('grant', asked, this.app.clock()),
      program: clientName,
      until: `${(expiresAt ?? '').slice(0, 16).replace('T', ' ')} UTC`,
      scopes: allScopes.map((scope) => ({ scope, isTicked: scopes.includes(scope) })),
      mode: modeOfGrant(grant),
    };
    return grantPage(view, problem);
  }

  private async grantOf({ keyId, userId }: Asked) {
    const { state: key } = await this.app.live.get(apiKeyStream, keyId);
    if (key.kind === 'none' || key.source !== 'oauth' || key.userId !== userId) throw gone();
    if (!isKeyWorking(key, this.app.clock().toISOString())) throw gone();
    return key;
  }
}

const gone = (): Rejected => new Rejected('invalid_token', 'There is no such grant');
