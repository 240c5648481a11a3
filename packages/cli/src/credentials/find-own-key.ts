import { ApiError, type PinPublishing } from 'pin-publishing';

/** What the service says of the key that asks. */
export interface OwnKey {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly expires_at: string | null;
}

interface Listed {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly revoked_at: Date | null;
  readonly expires_at: Date | null;
}

/** The record of the key that asks; null where the key may not read it, or where two keys of the project begin alike. Throws what says that the key does not work. */
export async function findOwnKey(client: PinPublishing, key: string): Promise<OwnKey | null> {
  try {
    const keys = (await client.apiKeys.list()) as unknown as readonly Listed[];
    const own = keys.filter((each) => key.startsWith(each.key_prefix) && each.revoked_at === null);
    const [only] = own;
    if (!only || own.length > 1) return null;
    const { id, workspace_id: project_id, name, expires_at } = only;
    return { id, project_id, name, expires_at: expires_at?.toISOString() ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}

/** The project of the key that asks; tries again where the connection is lost, also for a client that does not. Throws where it may not read. */
export async function findProjectId(client: PinPublishing): Promise<string> {
  const [any] = (await client.apiKeys.list({}, { maxRetries: 3 })) as unknown as readonly Listed[];
  return any?.workspace_id ?? '';
}
