import { Inject, Injectable } from '@nestjs/common';
import { APP, type App } from '../../foundation/bind-app';
import { LinkSigner } from '../links/link-signer';

/** Links to archives of accounts: they work without a credential as long as the archive is there. */
@Injectable()
export class ExportLinks {
  private readonly signer: LinkSigner;

  constructor(@Inject(APP) private readonly app: Pick<App, 'keys' | 'configuration' | 'clock'>) {
    this.signer = new LinkSigner('links to archives of accounts', app.keys, app.configuration.MASTER_PREVIOUS_KEYS);
  }

  linkTo({ exportId, organizationId }: { readonly exportId: string; readonly organizationId: string }, expiresAt: string): string {
    const address = `${this.app.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/auth/account/export/${exportId}/archive`;
    const expires = Math.floor(Date.parse(expiresAt) / 1000);
    return `${address}?organization_id=${organizationId}&${this.signer.query(subjectOf(exportId, organizationId), expires)}`;
  }

  /** Whose archive a link of ours leads to while it works; null for any other. */
  organizationOf(exportId: string, query: Readonly<Record<string, unknown>>): string | null {
    const { organization_id: organizationId } = query;
    if (typeof organizationId !== 'string') return null;
    return this.signer.secondsLeft(subjectOf(exportId, organizationId), query, this.app.clock()) === null ? null : organizationId;
  }
}

const subjectOf = (exportId: string, organizationId: string): string => `${organizationId}\n${exportId}`;
