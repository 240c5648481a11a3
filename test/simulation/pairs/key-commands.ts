import { findKeyHolder, type Principal } from '@pps/identity';
import { derivedId, Rejected } from '@pps/kernel';
import { deleteWebhook, disableWebhooksOfRevokedKeys, type DeleteWebhook } from '@pps/webhooks';
import { webhooksMadeBy } from '@projections/webhooks/webhooks.query';
import { ApiKeysController } from '../../../apps/api/api-keys/api-keys.controller';
import { WebhooksController } from '../../../apps/api/webhooks/webhooks.controller';
import { removeAccount } from './remove-account';
import type { PairCommand, Request } from './pair-command';
import { pairIdentity } from './pair-identity';
import { accountIds } from './pair-world';

export const keyId = derivedId('key');
export const webhookId = derivedId('webhook of the key');
const [accountA, accountB] = accountIds;

const keys = ({ deps }: Request) => new ApiKeysController(deps, pairIdentity(deps.streams as never) as never);

const webhooks = ({ deps }: Request) => {
  const commands = { execute: (command: DeleteWebhook) => deleteWebhook(deps, command) };
  return new WebhooksController(deps, commands as never);
};

/** Who holds the key when the request has come in. */
async function holder({ deps, principal }: Request): Promise<Principal> {
  const found = await findKeyHolder(deps.live, keyId, principal.asOf, deps.clock());
  if (!found) throw new Rejected('invalid_api_key', 'The key works no more.');
  return found;
}

/** A request of a person. */
const byPerson = (name: string, run: (request: Request) => Promise<unknown>): PairCommand => ({ name, run, isSoAlready: ['not_found'] });

/** A request of the key. */
const byKey = (name: string, run: (request: Request, caller: Principal) => Promise<unknown>): PairCommand => ({
  name: `the key: ${name}`,
  // A webhook of a key that was narrowed just now is narrowed next.
  isForLater: ['account_not_permitted'],
  run: async (request) => run(request, await holder(request)),
});

/** The change of a key, and what the process that follows it makes of it at once. */
const followed = ({ name, run }: PairCommand): PairCommand => ({
  name,
  run: async (request) => {
    await run(request);
    const { world, deps, principal } = request;
    const facts = world.log.facts.filter(({ id, stream }) => stream === `apikey-${keyId}` && !world.answered.has(id));
    for (const { id } of facts) world.answered.add(id);
    const made = async (id: string) => {
      await deps.freshness.wait('webhooks', { organizationId: principal.organizationId });
      return webhooksMadeBy(deps.db, id);
    };
    const process = disableWebhooksOfRevokedKeys({ streams: deps.streams as never, webhooksMadeBy: made, clock: deps.clock });
    await process.react(facts.filter(({ type }) => process.handles.includes(type)) as never, null);
  },
});

const change = (what: string, body: object): PairCommand =>
  followed(byPerson(`PATCH key ${what}`, (request) => keys(request).update(keyId, body as never, request.principal)));

const newKey = { name: 'another', platform_account_ids: [accountA, accountB] } as never;
const newWebhook = { url: 'https://hooks.example/2' } as never;

export const keyCommands: readonly PairCommand[] = [
  followed(byPerson('revoke key', (request) => keys(request).revoke(keyId, request.principal))),
  change('name', { name: 'renamed' }),
  change('scopes', { scopes: ['read', 'write'] }),
  change('platform_account_ids', { platform_account_ids: [accountA] }),
  change('platform_account_ids (all)', { platform_account_ids: null }),
  byPerson('create key', (request) => keys(request).create(newKey, request.principal)),
  byPerson('PATCH webhook is_enabled', (request) => webhooks(request).update(webhookId, { is_enabled: true } as never, request.principal)),
  byPerson('DELETE webhook', (request) => webhooks(request).remove(webhookId, request.principal)),
  byKey('create key', (request, caller) => keys(request).create(newKey, caller)),
  byKey('create webhook', (request, caller) => webhooks(request).create(newWebhook, caller)),
  byKey('PATCH webhook is_enabled', (request, caller) => webhooks(request).update(webhookId, { is_enabled: true } as never, caller)),
  byKey('PATCH webhook platform_account_ids', (request, caller) =>
    webhooks(request).update(webhookId, { platform_account_ids: [accountB] } as never, caller),
  ),
  byKey('PATCH key scopes', (request, caller) => keys(request).update(keyId, { scopes: ['read', 'write'] } as never, caller)),
  removeAccount(accountB),
];
