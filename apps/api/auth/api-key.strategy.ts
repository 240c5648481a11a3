import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { API_KEY_USES, apiKeyId, isApiKeyText, type LastUses, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Strategy } from 'passport';
import { liveKey } from './live-key';
import { presentedCredential } from './presented-credential';

export const apiKeyStrategy = 'api-key';

const idsCached = 10_000;

/** Who holds the API key that a request carries. A key of an older epoch went with the sandbox it was made in. */
@Injectable()
export class ApiKeyStrategy extends Strategy {
  /** By the key's hash: checksum and keyed hash are computed once for a key in use. A cached id does not mean that the key works. */
  private readonly ids = new LRUCache<string, string>({ max: idsCached });

  constructor(
    private readonly live: LiveStates,
    @Inject(API_KEY_USES) private readonly uses: LastUses,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override authenticate({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const credential = presentedCredential(headers);
    const keyId = credential?.kind === 'api_key' ? this.idOf(credential.text) : null;
    if (keyId === null) this.fail(401);
    else
      this.holder(keyId).then(
        (holder) => (holder ? this.success(holder) : this.fail(401)),
        (error: Error) => this.error(error),
      );
  }

  /** Null for a text that is no key. */
  private idOf(text: string): string | null {
    const digest = hash('sha256', text, 'base64');
    const known = this.ids.get(digest);
    if (known !== undefined) return known;
    if (!isApiKeyText(text)) return null;
    const id = apiKeyId(text, this.keys.API_KEY_HASH_KEY);
    this.ids.set(digest, id);
    return id;
  }

  private async holder(keyId: string): Promise<Principal | null> {
    const head = await this.live.head();
    const found = await liveKey(this.live, keyId, head);
    if (!found) return null;
    const { userId, organizationId, projectId, epoch, scopes, accountIds } = found.key;
    this.uses.recordUse(keyId, this.clock());
    const { environment } = found.project;
    return {
      kind: 'api_key',
      userId,
      organizationId,
      projectId,
      environment,
      epoch,
      scopes,
      accountIds,
      asOf: head,
      keyId,
      keyEnvironment: environment,
    };
  }
}
