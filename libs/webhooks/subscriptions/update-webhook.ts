import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { WrongRevision, type Streams, type Origin } from '@pps/event-store';
import type { Configuration } from '@pps/runtime';
import type { Vault } from '@pps/vault';
import { storeHeaders, storeKeyPair, vaultRefsOf } from '../messages/credentials';
import { checkTarget } from '../targets/check-target';
import type { CustomHeaders } from './custom-headers.policy';
import { changeWebhook, requireWebhook, webhookStream, type ActiveWebhook, type Owner, type WebhookState } from './webhook.stream';

export interface UpdateWebhookDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly vault: Pick<Vault, 'put' | 'remove'>;
  readonly configuration: Pick<Configuration, 'WEBHOOK_TARGETS'>;
}

export interface WebhookEdit {
  readonly url?: string;
  readonly secret?: string;
  readonly events?: readonly string[];
  readonly isEnabled?: boolean;
  readonly accountIds?: readonly string[] | null;
  /** Replaces all of them; null: none any more. */
  readonly headers?: CustomHeaders | null;
  /** Whether a key pair signs too, beside the secret; a new secret brings a new pair. */
  readonly hasKeyPair?: boolean;
}

const previousSecretValidMs = 86_400_000;

// As many clients may change one webhook at once: each round lets at least one of them through.
const triesAtMost = 20;

/** Changes what is given. Throws `NotFound`, `Rejected('conflict')` after 20 other changes in a row, or `Invalid` for a URL that may not be called, and for another one while headers are not given anew. */
export async function updateWebhook(
  deps: UpdateWebhookDeps,
  webhookId: string,
  edit: WebhookEdit,
  owner: Owner,
  origin: Origin,
): Promise<ActiveWebhook> {
  for (let tries = 1; tries <= triesAtMost; tries++) {
    try {
      return await changeAsItStands(deps, webhookId, edit, owner, origin);
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
    }
  }
  throw new Rejected('conflict', 'The webhook was changed by others at the same time.', { webhook_id: webhookId });
}

/** What is stored for the change depends on the webhook: it is changed as it was looked at. Throws `WrongRevision`. */
async function changeAsItStands(
  deps: UpdateWebhookDeps,
  webhookId: string,
  edit: WebhookEdit,
  owner: Owner,
  origin: Origin,
): Promise<ActiveWebhook> {
  const { streams, vault } = deps;
  const { state, revision } = await streams.load(webhookStream, webhookId);
  const before = requireWebhook(state, owner);
  requireHeadersAgain(edit, before);
  const changes = await prepare(deps, edit, before, owner, origin.occurredAt);
  const stored = [changes.secret?.ref, changes.headers?.ref, changes.keyPair?.ref];
  const decide = (current: WebhookState) => changeWebhook(changes, requireWebhook(current, owner));
  const changed = await streams
    .decide(webhookStream, webhookId, origin, decide, { expectedRevision: revision })
    .catch(async (error: unknown) => {
      // Where it is not known whether the fact was written, the webhook may need them.
      if (error instanceof WrongRevision || error instanceof NotFound || error instanceof Rejected) await removeUnless(vault, [], stored);
      throw error;
    });
  const after = requireWebhook(changed.state, owner);
  await removeUnless(vault, vaultRefsOf(after), [...vaultRefsOf(before), ...stored]);
  return after;
}

/** Checks the change, and stores its secrets. */
async function prepare(
  { vault, configuration }: UpdateWebhookDeps,
  edit: WebhookEdit,
  before: ActiveWebhook,
  { projectId }: Owner,
  at: string,
) {
  const { webhookId } = before;
  const { url, secret, events, isEnabled, accountIds, headers, hasKeyPair = before.keyPair !== null } = edit;
  const needsPair = hasKeyPair && (before.keyPair === null || secret !== undefined);
  return {
    at,
    ...(url !== undefined && { url: await checkTarget(url, configuration.WEBHOOK_TARGETS, projectId) }),
    ...(secret !== undefined && {
      secret: {
        ref: await vault.put(`webhook:${webhookId}`, 'webhook_secret', secret),
        previousValidUntil: new Date(Date.parse(at) + previousSecretValidMs).toISOString(),
      },
    }),
    ...(events !== undefined && { events }),
    ...(isEnabled !== undefined && { isEnabled }),
    ...(accountIds !== undefined && { accountIds }),
    ...(headers !== undefined && { headers: await storeHeaders(vault, webhookId, headers) }),
    ...(needsPair && { keyPair: await storeKeyPair(vault, webhookId) }),
    ...(edit.hasKeyPair === false && { keyPair: null }),
  };
}

async function removeUnless(vault: Pick<Vault, 'remove'>, needed: readonly string[], refs: readonly (string | undefined)[]): Promise<void> {
  await vault.remove(refs.filter((ref) => ref !== undefined && !needed.includes(ref)) as string[]);
}

/** The values were meant for one URL, and who changes it may not know them: on a host that many share, a path is another one's. Throws `Invalid`. */
function requireHeadersAgain({ url, headers }: WebhookEdit, webhook: ActiveWebhook): void {
  if (url === undefined || headers !== undefined || webhook.headers === null || !URL.canParse(url)) return;
  if (URL.canParse(webhook.url) && new URL(url).href === new URL(webhook.url).href) return;
  const msg = 'headers must be given anew, or as null, when the URL changes';
  throw new Invalid([{ loc: ['body', 'headers'], msg, type: 'value_error' }]);
}
