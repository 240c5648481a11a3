import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { apiKeyId, ApiKeyUse, isApiKey, type Principal } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { CLOCK, Rejected, type Clock } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';

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
    const { state: key } = await this.live.get(apiKeyStream, apiKeyId(text, this.keys.API_KEY_HASH_KEY), head);
    if (key.kind === 'none' || key.revokedAt !== null) throw invalidApiKey();
    const { state: project } = await this.live.get(projectStream, key.projectId, head);
    if (project.kind === 'none' || project.epoch !== key.epoch) throw invalidApiKey();
    this.uses.note(key.keyId, this.clock());
    const { userId, organizationId, projectId, epoch, scopes, accountIds, keyId } = key;
    const { environment } = project;
    return { kind: 'api_key', userId, organizationId, projectId, environment, epoch, scopes, accountIds, asOf: head, keyId };
  }
}

const invalidApiKey = () => new Rejected('invalid_api_key', 'Invalid API key');
