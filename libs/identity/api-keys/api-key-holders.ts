import type { LiveStates } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { modeOfGrant } from '../grants/publishing-mode';
import type { LastUses } from '../sessions/last-uses.store';
import type { GrantTokens } from '../grants/grant-token';
import { isGrantTokenText } from '../grants/grant-token';
import type { GrantResource, Principal } from '../users/principal';
import { userStream } from '../users/user.stream';
import { apiKeyId, isApiKeyText } from './api-key-text';
import { apiKeyStream, isKeyWorking, type ApiKey } from './api-key.stream';
import { intersectGrants } from './key-permissions';

const idsCached = 10_000;

/** What is asked about the tokens of programs. */
export interface GrantAccess {
  readonly tokens: Pick<GrantTokens, 'read'>;
  /** Notes that a pair is in use: once for each. */
  noteAccess(token: { readonly keyId: string; readonly generation: number }): Promise<void>;
}

/** Who holds the API key that a request carries. */
export class ApiKeyHolders {
  /** By the key's hash: checksum and keyed hash are computed once for a key in use. A cached id does not mean that the key works. */
  private readonly ids = new LRUCache<string, string>({ max: idsCached });

  constructor(
    private readonly live: LiveStates,
    private readonly uses: LastUses,
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly grants: GrantAccess,
  ) {}

  /**
   * As of the call; the key's use is recorded. Null for a text that is no key, for a key that works no more, and for the token of a grant that is not good
   * at this place. Throws `StoreUnavailable`.
   */
  async authenticate(text: string, resource: GrantResource): Promise<Principal | null> {
    const token = isGrantTokenText(text) ? this.grants.tokens.read(text) : null;
    const keyId = token?.keyId ?? this.idOf(text);
    if (keyId === null) return null;
    const head = await this.live.head();
    const now = this.clock();
    if (token && (token.kind !== 'access' || token.endsAt <= now)) return null;
    const holder = await findKeyHolder(this.live, keyId, head, now);
    if (!holder || (holder.grant === undefined) !== (token === null)) return null;
    if (token && holder.grant?.resource !== resource) return null;
    this.uses.recordUse(keyId, now);
    if (token) await this.grants.noteAccess(token);
    return holder;
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
}

type KeyStates = Pick<LiveStates, 'get'> & Partial<Pick<LiveStates, 'known'>>;

/**
 * The holder of a key that works as of `head` and at `now`, in the project that the key was made in, with what the key and all that made it may do now. Null for a key that is unknown, revoked, expired, of an older epoch
 * (it went with the sandbox that it was made in) or of a forgotten user, and for one made by a key that is revoked or expired. Throws `StoreUnavailable`.
 */
export async function findKeyHolder(
  live: KeyStates,
  keyId: string,
  head: bigint,
  now: Date,
): Promise<(Principal & { readonly keyEnvironment: Principal['environment'] }) | null> {
  // Nearly every request asks for the holder of a key that is in use: nothing is waited for then.
  const { state: key } = live.known?.(apiKeyStream, keyId, head) ?? (await live.get(apiKeyStream, keyId, head));
  const at = now.toISOString();
  if (key.kind === 'none' || !isKeyWorking(key, at)) return null;
  const { project, user, makers } = knownOrigin(live, key, head) ?? (await readOrigin(live, key, head));
  if (project.kind === 'none' || project.epoch !== key.epoch || user.kind !== 'registered') return null;
  if (user.keysEndedAt !== null && key.createdAt <= user.keysEndedAt) return null;
  const granting = [key];
  for (const { state } of makers) {
    if (state.kind === 'none' || !isKeyWorking(state, at)) return null;
    granting.push(state);
  }
  const { userId, organizationId, projectId, epoch } = key;
  const { scopes, accountIds } = intersectGrants(granting);
  const { environment } = project;
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
    ...(key.source === 'oauth' && {
      grant: {
        clientId: key.clientId ?? '',
        resource: key.resource ?? 'mcp',
        declinedScopes: key.declinedScopes ?? [],
        mode: modeOfGrant(key),
      },
    }),
  };
}

/** The states that a key depends on; null where one of them has to be waited for. */
function knownOrigin(live: KeyStates, { projectId, userId, makerKeyIds }: ApiKey, head: bigint) {
  const project = live.known?.(projectStream, projectId, head)?.state;
  const user = live.known?.(userStream, userId, head)?.state;
  const makers = makerKeyIds.flatMap((makerId) => live.known?.(apiKeyStream, makerId, head) ?? []);
  return project && user && makers.length === makerKeyIds.length ? { project, user, makers } : null;
}

/** The same, read together: a process that is behind makes the request wait for its patience once. */
async function readOrigin(live: KeyStates, { projectId, userId, makerKeyIds }: ApiKey, head: bigint) {
  const [{ state: project }, { state: user }, ...makers] = await Promise.all([
    live.get(projectStream, projectId, head),
    live.get(userStream, userId, head),
    ...makerKeyIds.map((makerId) => live.get(apiKeyStream, makerId, head)),
  ]);
  return { project, user, makers };
}
