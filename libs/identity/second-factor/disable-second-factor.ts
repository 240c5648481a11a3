import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { VAULT, type Vault } from '@pps/vault';
import { disableSecondFactor } from './second-factor.decider';
import type { SecondFactorDisabled } from './second-factor.events';
import { secondFactorStream } from './second-factor.stream';

/** Makes sign-ins ask for the first factor alone again, and deletes the secret. Gives whether it was on before. */
export class DisableSecondFactor extends Command<boolean> {
  constructor(
    readonly userId: string,
    readonly by: SecondFactorDisabled['data']['by'],
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(DisableSecondFactor)
export class DisableSecondFactorHandler implements ICommandHandler<DisableSecondFactor> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Pick<Vault, 'remove'>,
  ) {}

  async execute({ userId, by, origin }: DisableSecondFactor): Promise<boolean> {
    let secretRefs: readonly string[] = [];
    const { facts } = await this.runner.run(secondFactorStream, userId, origin, (state) => {
      secretRefs = state.active ? [state.active.secretRef] : [];
      return disableSecondFactor({ userId, by, disabledAt: origin.occurredAt }, state);
    });
    await this.vault.remove(secretRefs);
    return facts.length > 0;
  }
}
