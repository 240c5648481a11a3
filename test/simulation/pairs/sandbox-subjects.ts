import { CompleteConnection, revokeAccount } from '@pps/connections';
import { completeConnection } from '@pps/connections/testing';
import { accountSlotsStream, connectionStream, oauthStream, sandboxBoardsStream, sandboxBoardsStreamId } from '@pps/connections/events';
import { apiKeyStream, userStream } from '@pps/identity/events';
import { originOfPrincipal, type CreateApiKeyDeps, type Principal } from '@pps/identity';
import { derivedId, emptyMap, entriesIn, Rejected } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { createKey, createPin, createSandbox, resetSandbox } from '@pps/use-cases';
import { sandboxProjectId } from '@pps/workspaces';
import { organizationStream, projectStream } from '@pps/workspaces/events';
import type { Subject } from './check-pair';
import { after, given } from './open-project';
import type { PairCommand, Request } from './pair-command';
import { pairConnecting } from './pair-connecting';
import { pairIdentity } from './pair-identity';
import { organizationId, projectId, PairWorld } from './pair-world';
import { statesOf } from './states-of';

const at = '2026-11-20T09:59:00.000Z';
const userId = derivedId('user');
const sandboxId = sandboxProjectId(organizationId);
const consent = derivedId('consent of the sandbox');

/** A workspace without a sandbox. */
function openWorkspace(): PairWorld {
  const world = new PairWorld();
  given(world, organizationStream, organizationId, {
    type: 'OrganizationRegistered',
    data: { organizationId, ownerUserId: userId, productionProjectId: projectId, profileRef: 'p', registeredAt: at },
  });
  given(world, projectStream, projectId, {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'production', name: 'Production', timezone: 'UTC', createdAt: at },
  });
  given(world, userStream, userId, {
    type: 'UserRegistered',
    data: { userId, organizationId, profileRef: 'p', passwordRef: 'w', emailHash: 'e', timezone: 'UTC', registeredAt: at },
  });
  given(world, oauthStream, consent, {
    type: 'OAuthStarted',
    data: {
      ...{ stateId: consent, projectId: sandboxId, organizationId, environment: 'sandbox', epoch: 0, userId, accountId: null },
      ...{ startedAt: at, expiresAt: '2026-11-20T10:09:00.000Z' },
    },
  });
  return world;
}

/** Who asks in the sandbox, in its epoch when the request came in. */
async function inSandbox({ deps, principal }: Request): Promise<Principal> {
  const { state } = await deps.live.get(projectStream, sandboxId);
  if (state.kind === 'none') throw new Rejected('invalid_access_token', 'There is no sandbox.');
  return { ...principal, projectId: sandboxId, environment: 'sandbox', epoch: state.epoch };
}

const make = (name: string): PairCommand => ({
  name: `make ${name}`,
  run: ({ deps, principal }) => createSandbox(deps, principal, name),
});

const firstAccountId = ({ world }: Request, epoch: number): string => {
  const account = [...statesOf(connectionStream, world.log.facts).values()].find(
    (each) => each.kind === 'connected' && each.epoch === epoch,
  );
  if (account?.kind !== 'connected') throw new Rejected('not_found', 'There is no account.');
  return account.accountId;
};

const commands: readonly PairCommand[] = [
  make('One'),
  make('Two'),
  { name: 'reset', run: ({ deps, principal }) => resetSandbox(deps, principal) },
  { name: 'reset from within', run: async (request) => resetSandbox(request.deps, await inSandbox(request)) },
  {
    name: 'callback',
    run: async ({ world, task, deps }) => {
      await completeConnection(pairConnecting(world, task, deps.streams as never, 0), new CompleteConnection(consent, 'any', null));
    },
  },
  {
    name: 'DELETE first account',
    run: async (request) => {
      const caller = await inSandbox(request);
      const connecting = pairConnecting(request.world, request.task, request.deps.streams as never, 0);
      await revokeAccount(connecting, firstAccountId(request, 0), originOfPrincipal(caller, request.deps.clock()));
    },
  },
  {
    name: 'create pin',
    // Between the reset and its fresh account there is none.
    isForLater: ['not_found'],
    run: async (request) => {
      const caller = await inSandbox(request);
      const content = { title: 'Blue door', linkUrl: 'https://example.org/1', imageUrl: 'https://i.example/1' };
      const pin = { accountId: firstAccountId(request, caller.epoch), boardId: '101', content, idempotencyKey: 'the key' };
      return createPin(request.deps, caller, pin, 'api');
    },
  },
  {
    name: 'create key',
    run: async (request) => {
      const { deps } = request;
      const keys = pairIdentity(deps.streams as never) as never as CreateApiKeyDeps;
      return createKey({ ...keys, ...deps }, await inSandbox(request), {
        name: 'key',
        permissions: { scopes: ['read'], accountIds: null },
      });
    },
  },
];

/** What the sandbox's readers see: of its present epoch alone. */
function end({ log }: PairWorld): unknown {
  const sandbox = statesOf(projectStream, log.facts).get(sandboxId);
  if (sandbox?.kind !== 'created') return 'no sandbox';
  const { name, epoch } = sandbox;
  const present = <Thing extends { readonly kind: string }>(things: Iterable<Thing>) =>
    [...things].filter((each) => 'epoch' in each && 'projectId' in each && each.projectId === sandboxId && each.epoch === epoch);
  const accounts = present(statesOf(connectionStream, log.facts).values());
  const boards = statesOf(sandboxBoardsStream, log.facts).get(sandboxBoardsStreamId({ projectId: sandboxId, epoch }))?.boards ?? [];
  const slots = [...entriesIn(statesOf(accountSlotsStream, log.facts).get(sandboxId)?.accounts ?? emptyMap)];
  return {
    name,
    accounts: accounts.map((each) => each.kind === 'connected' && each.revokedAt !== null).sort(),
    boards: boards.length,
    slots: slots.filter(([, { taken }]) => taken?.epoch === epoch).length,
    pins: present(statesOf(pinStream, log.facts).values()).length,
    keys: present(statesOf(apiKeyStream, log.facts).values()).length,
  };
}

/** A sandbox that is made, emptied and used. */
export const sandboxSubjects: readonly Subject[] = [
  { name: 'no sandbox yet', start: async () => openWorkspace().end() },
  { name: 'a sandbox', start: async () => (await after(openWorkspace(), make('One'))).end() },
].map((subject) => ({ ...subject, commands, settle: async () => undefined, end, breach: () => null }));
