import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import type { User } from '../users/user.state';
import { recoveryCodeHash } from './recovery-codes';
import type { SecondFactorAttempts } from './second-factor-attempts';
import { invalidTicket, useSecondFactor, wrongCode, type UsedProof } from './second-factor.decider';
import { activeSecondFactor, type ActiveSecondFactor } from './second-factor.state';
import { secondFactorStream } from './second-factor.stream';
import { totpStepOf } from './totp';

export interface PresentedCode {
  /** Of the authenticator app, or one of those for when it is lost. */
  readonly kind: 'code' | 'recovery_code';
  readonly text: string;
  /** The client's network address. */
  readonly address: string;
}

/** Checks codes and uses them up. */
export class SecondFactorCodes {
  constructor(
    private readonly streams: Streams,
    private readonly attempts: SecondFactorAttempts,
    private readonly vault: Pick<Vault, 'get'>,
  ) {}

  /**
   * Uses a code up, for a sign-in's ticket or without one. Throws `Rejected`: `invalid_credentials` for a wrong code, `invalid_token` where nothing asks
   * for one (any more), `rate_limited`. Recovery codes cannot be guessed, so they work however often codes were.
   */
  async use(user: User, code: PresentedCode, ticket: UsedProof['ticket'] | undefined, origin: Origin): Promise<void> {
    const { userId } = user;
    const active = activeSecondFactor(user, (await this.streams.load(secondFactorStream, userId)).state);
    if (!active) throw invalidTicket();
    if (code.kind === 'code') await this.attempts.countPerson(user, code.address);
    const proof = await this.proofOf(active, code, origin.occurredAt);
    const used: UsedProof = { userId, proof, ...(ticket && { ticket }), at: origin.occurredAt };
    await this.streams.decide(secondFactorStream, userId, origin, (state) => useSecondFactor(used, state));
    await this.attempts.forget(user, code.address);
  }

  private async proofOf({ secretRef }: ActiveSecondFactor, { kind, text }: PresentedCode, at: string): Promise<UsedProof['proof']> {
    if (kind === 'recovery_code') return { kind, codeHash: recoveryCodeHash(text) };
    const secret = await this.vault.get<string>(secretRef);
    const step = secret === null ? null : totpStepOf(secret, text.replace(/\s/g, ''), new Date(at));
    if (step === null) throw wrongCode();
    return { kind, step };
  }
}
