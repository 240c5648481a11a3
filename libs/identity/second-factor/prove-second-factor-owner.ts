import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { CheckPassword } from '../passwords/check-password';
import { userStream } from '../users/user.stream';
import { secondFactorIsOff } from './second-factor.decider';
import { SecondFactorCodes, type PresentedCode } from './second-factor-codes';

export interface OwnerProof extends Omit<PresentedCode, 'kind'> {
  /** Also the field it came in, which a refusal names. */
  readonly kind: 'password' | PresentedCode['kind'];
}

/** Checks that who wants to change the second factor knows the password, or has a code, which is used up. A wrong one throws `Invalid`; throws `Rejected`: `rate_limited`, `conflict` for a code while none is asked for; `NotFound`, and `Overloaded` where too many do so at once. */
export class ProveSecondFactorOwner extends Command<void> {
  constructor(
    readonly userId: string,
    readonly proof: OwnerProof,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ProveSecondFactorOwner)
export class ProveSecondFactorOwnerHandler implements ICommandHandler<ProveSecondFactorOwner> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    private readonly codes: SecondFactorCodes,
  ) {}

  async execute({ userId, proof: { kind, text, address }, origin }: ProveSecondFactorOwner): Promise<void> {
    if (kind === 'password') {
      await this.commands.execute(new CheckPassword(userId, { text, field: kind, address }));
      return;
    }
    const { state: user } = await this.runner.load(userStream, userId);
    if (user.kind !== 'registered') throw new NotFound('User');
    try {
      await this.codes.use(user, { kind, text, address }, undefined, origin);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      if (error.code === 'invalid_token') throw secondFactorIsOff();
      if (error.code !== 'invalid_credentials') throw error;
      throw new Invalid([{ loc: ['body', kind], msg: error.message, type: 'wrong_code' }]);
    }
  }
}
