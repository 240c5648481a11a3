import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { ApiKeyUsage, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import type { IncomingMessage } from 'node:http';
import { Strategy } from 'passport';
import { ApiKeyIds } from './api-key-ids';
import { liveKey } from './live-key';
import { presentedCredential } from './presented-credential';

export const apiKeyStrategy = 'api-key';

/** Who holds the API key that a request carries. A key of an older epoch went with the sandbox it was made in. */
@Injectable()
export class ApiKeyStrategy extends Strategy {
  constructor(
    private readonly live: LiveStates,
    private readonly uses: ApiKeyUsage,
    private readonly ids: ApiKeyIds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override authenticate({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const credential = presentedCredential(headers);
    const keyId = credential?.kind === 'api_key' ? this.ids.of(credential.text) : null;
    if (keyId === null) this.fail(401);
    else
      this.holder(keyId).then(
        (holder) => (holder ? this.success(holder) : this.fail(401)),
        (error: Error) => this.error(error),
      );
  }

  private async holder(keyId: string): Promise<Principal | null> {
    const head = await this.live.head();
    const found = await liveKey(this.live, keyId, head);
    if (!found) return null;
    const { userId, organizationId, projectId, epoch, scopes, accountIds } = found.key;
    this.uses.recordUse(keyId, this.clock());
    const { environment } = found.project;
    return { kind: 'api_key', userId, organizationId, projectId, environment, epoch, scopes, accountIds, asOf: head, keyId };
  }
}
