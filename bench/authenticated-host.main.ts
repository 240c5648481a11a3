import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { createApiKey, firstSessionGeneration, RegisterUser, type Identity, type Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { createHttpApp, runHost, type StartContext } from '@pps/runtime';
import { AuthModule } from '../apps/api/auth/auth.module';
import { CredentialModule } from '../apps/api/auth/credential.module';
import { IDENTITY } from '../apps/api/auth/identity';
import { IdentityModule } from '../apps/api/auth/identity.module';
import { CurrentPrincipal } from '../apps/api/auth/principal.decorator';
import { ProjectsContext } from '../apps/api/auth/projects-context';
import { Public, RequireScope } from '../apps/api/auth/route-access.decorator';
import { SessionBody } from '../apps/api/auth/session-body';
import { Commands } from '../apps/api/commands/commands';
import { CommandsModule } from '../apps/api/commands/commands.module';
import { FoundationModule } from '../apps/foundation/foundation.module';
import { openParts, type Parts } from '../apps/foundation/open-parts';

// The credential layer before two routes, each also without it: one that answers from memory, one that reads the vault as `GET /v1/projects` does.

let someone: Principal;

@Controller('bench')
class BenchController {
  constructor(
    private readonly live: LiveStates,
    private readonly projects: ProjectsContext,
  ) {}

  @Get('memory/open')
  @Public()
  memoryOpen() {
    return { workspace_id: someone.projectId };
  }

  @Get('memory/guarded')
  @RequireScope('read')
  memoryGuarded(@CurrentPrincipal() { projectId }: Principal) {
    return { workspace_id: projectId };
  }

  @Get('projects/open')
  @Public()
  async projectsOpen() {
    return this.read(someone, await this.live.head());
  }

  @Get('projects/guarded')
  @RequireScope('read')
  projectsGuarded(@CurrentPrincipal() principal: Principal) {
    return this.read(principal, principal.asOf);
  }

  private async read({ organizationId, projectId }: Principal, head: bigint) {
    return (await this.projects.of(organizationId, projectId, head)).body;
  }
}

@Module({ imports: [AuthModule], controllers: [BenchController] })
class BenchModule {
  static with(parts: Parts): DynamicModule {
    return { module: BenchModule, imports: [FoundationModule.with(parts), CommandsModule, IdentityModule, CredentialModule] };
  }
}

async function start({ config, logger }: StartContext) {
  const parts = await openParts(config, logger);
  await parts.live.start();
  const http = await createHttpApp(BenchModule.with(parts), { config, logger });
  const port = await http.listen(config.PORT);
  const commands = http.app.get(Commands, { strict: false });
  const at = new Date().toISOString();
  const registration = { fullName: 'Bench', email: `bench.${newId()}@example.test`, password: newId(), at };
  const { userId, organizationId, projectId } = await commands.execute(new RegisterUser(registration, {}));
  const grants = { scopes: ['read'] as const, accountIds: null };
  const who = { userId, organizationId, projectId, environment: 'production', epoch: 0, ...grants, asOf: 0n } as const;
  someone = { kind: 'session', ...who };
  const identity = http.app.get<Identity>(IDENTITY, { strict: false });
  const origin = { actor: { type: 'user', id: userId }, occurredAt: at } as const;
  const key = await createApiKey(identity, 'bench', grants, someone, origin);
  const { access_token } = await http.app
    .get(SessionBody, { strict: false })
    .open({ userId, sessionGeneration: firstSessionGeneration }, projectId, 'password', undefined);
  // For the load generator, its parent; both end with the run.
  process.send?.({ port, apiKey: key.text, accessToken: access_token });
  return {
    stop: async () => {
      await http.close();
      await parts.stop();
    },
  };
}

void runHost('bench', start);
