import { verifyHistory } from './generated/verify-history';
import type { Resources } from './generated/resources';
import type { Checkpoint, VerifyingKey } from './generated/types';
import type { CallOptions } from './settings';

export interface VerifyAuditOptions extends CallOptions {
  /** The history of the project, or the one of the organization. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** The id of the project or organization; asked for where it is absent, which for the organization takes a session. */
  readonly workspaceId?: string | undefined;
  /** Checkpoints that were kept where the operator cannot reach them: without any, a history that was rewritten whole looks right. */
  readonly checkpoints?: readonly Pick<Checkpoint, 'size' | 'root_hash' | 'key_id' | 'signature'>[] | undefined;
  /** Keys that are known from elsewhere; those that the service names where none are given. */
  readonly keys?: readonly Pick<VerifyingKey, 'key_id' | 'public_key'>[] | undefined;
}

/** What a verification found; `not_proved` says what even a valid history does not show. */
export type AuditVerdict =
  | {
      readonly valid: true;
      readonly leaves: number;
      readonly covered: number;
      readonly words: { readonly proved: number; readonly unproved: number; readonly sealed: number };
      readonly not_proved: readonly string[];
    }
  | { readonly valid: false; readonly leaf: number | null; readonly from?: number; readonly fault: string };

/** Downloads the history and recomputes it against every signed checkpoint. This module is loaded when it is asked for. */
export async function verifyAudit(
  client: Owned,
  { scope = 'project', workspaceId, checkpoints = [], keys, ...options }: VerifyAuditOptions,
): Promise<AuditVerdict> {
  const owner = workspaceId ?? (await findOwner(client, scope, options));
  const known = keys ?? (await client.audit.listKeys(options)).items;
  const signed = [...checkpoints];
  for await (const checkpoint of client.audit.listCheckpoints({ scope, limit: 200 }, options)) signed.push(checkpoint);
  const lines = client.audit.export({ scope }, options).texts();
  return (await verifyHistory(lines, signed, known, owner)) as AuditVerdict;
}

type Owned = Pick<Resources, 'audit' | 'projects' | 'apiKeys'>;

async function findOwner(client: Owned, scope: 'project' | 'organization', options: CallOptions): Promise<string> {
  // A key may ask for what is its project's, and is itself on the list.
  const [key] = scope === 'project' ? await client.apiKeys.list({}, options) : [];
  if (key) return key.workspace_id;
  const { active_project: project, organization } = await client.projects.list(options);
  return scope === 'project' ? project.id : organization.id;
}
