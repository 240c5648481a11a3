import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Streams, LiveStates } from '@pps/event-store';
import { bindIdentity, identityCommands, type Identity, type IdentityParts } from '@pps/identity';
import { CLOCK } from '@pps/kernel';
import { AttemptWindows } from '@pps/rate-limits';
import { DATABASE } from '@pps/read-store';
import { CONFIGURATION, KEYS, LOGGER, type Configuration } from '@pps/runtime';
import { openWorkspace } from '@pps/use-cases';
import { VAULT, type Vault } from '@pps/vault';
import { registerCommands } from '../commands/register-commands';
import { ConnectedAccounts } from './connected-accounts';
import { IDENTITY } from './identity';

const WORKSPACE_OPENING = Symbol('WorkspaceOpening');

/** Where each part of `Identity` comes from. */
const partTokens = {
  streams: Streams,
  live: LiveStates,
  clock: CLOCK,
  attemptWindows: AttemptWindows,
  db: DATABASE,
  vault: VAULT,
  keys: KEYS,
  configuration: CONFIGURATION,
  logger: LOGGER,
  workspaceOpening: WORKSPACE_OPENING,
  projectAccounts: ConnectedAccounts,
} satisfies Record<keyof IdentityParts, unknown>;

/** Who may do what, bound once for the process, and the commands of it. */
@Global()
@Module({
  providers: [
    ConnectedAccounts,
    {
      provide: WORKSPACE_OPENING,
      inject: [Streams, VAULT, CONFIGURATION],
      useFactory: (streams: Streams, vault: Vault, { DEFAULT_PLAN }: Configuration) =>
        openWorkspace({ streams, vault, defaultPlan: DEFAULT_PLAN }),
    },
    {
      provide: IDENTITY,
      inject: Object.values(partTokens),
      useFactory: (...parts: readonly unknown[]) => bindIdentity(named(parts)),
    },
    ...registerCommands<Identity>(IDENTITY, identityCommands),
  ],
  exports: [IDENTITY],
})
export class IdentityModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(IDENTITY) private readonly identity: Identity) {}

  onApplicationBootstrap(): void {
    this.identity.keyUses.start();
    this.identity.sessionUses.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.identity.keyUses.stop(), this.identity.sessionUses.stop()]);
  }
}

const named = (parts: readonly unknown[]): IdentityParts =>
  Object.fromEntries(Object.keys(partTokens).map((part, index) => [part, parts[index]])) as unknown as IdentityParts;
