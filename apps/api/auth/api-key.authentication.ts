import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { apiKeyId, ApiKeyUse, isApiKey, type Principal } from '@pps/identity';
import { CLOCK, Rejected, type Clock } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { liveKey } from './live-key';

/** Who holds an API key. A key of an older epoch went with the sandbox it was made in. */
@Injectable()
export class ApiKeyAuthentication {
  constructor(
    private readonly live: LiveStates,
    private readonly uses: ApiKeyUse,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws `Rejected('invalid_api_key')`. */
  async authenticate(text: string): Promise<Principal> {
    if (!isApiKey(text)) throw invalidApiKey();
    const head = await this.live.head();
    const found = await liveKey(this.live, apiKeyId(text, this.keys.API_KEY_HASH_KEY), head);
    if (!found) throw invalidApiKey();
    const { userId, organizationId, projectId, epoch, scopes, accountIds, keyId } = found.key;
    this.uses.note(keyId, this.clock());
    const { environment } = found.project;
    return { kind: 'api_key', userId, organizationId, projectId, environment, epoch, scopes, accountIds, asOf: head, keyId };
  }
}

const invalidApiKey = () => new Rejected('invalid_api_key', 'Invalid API key');
