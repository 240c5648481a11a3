import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { revokeApiKey } from './api-key.decider';
import { apiKeyStream } from './api-key.stream';
import { requireApiKey } from './require-api-key';
import type { Principal } from '../users/principal';

/** Ends a key of the caller's project; a repeat is silent. Throws `NotFound`. */
export class RevokeApiKey extends Command<void> {
  constructor(
    readonly keyId: string,
    readonly caller: Principal,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ keyId, caller, origin }: RevokeApiKey): Promise<void> {
    await this.runner.run(apiKeyStream, keyId, origin, (state) => revokeApiKey(origin.occurredAt, requireApiKey(state, caller)));
  }
}
