import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { revokeApiKey } from './api-key.decider';
import { apiKeyStream } from './api-key.stream';
import { makersOfKey } from './makers-of-key';
import { requireChangeableKey, type KeyCaller } from './require-api-key';

/** Ends a key of the caller's project; a repeat is silent. Throws `NotFound`, and `Rejected` for a key whose grants do not lie inside the caller's, or that made the caller. */
export class RevokeApiKey extends Command<void> {
  constructor(
    readonly keyId: string,
    readonly caller: KeyCaller,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ keyId, caller, origin }: RevokeApiKey): Promise<void> {
    const makers = await makersOfKey(this.runner, caller.keyId);
    await this.runner.run(apiKeyStream, keyId, origin, (state) =>
      revokeApiKey(origin.occurredAt, requireChangeableKey(state, caller, makers)),
    );
  }
}
