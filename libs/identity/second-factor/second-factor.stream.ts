import { Rejected } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';
import type { User } from '../users/user.state';
import type {
  RecoveryCodesReplaced,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorFact,
  SecondFactorSetupStarted,
} from './second-factor.events';

/** Tickets of sign-ins that were completed, as long as they would be good. */
export interface UsedTicket {
  readonly id: string;
  readonly expiresAt: string;
}

export interface ActiveSecondFactor {
  /** In the vault: the secret, base32. */
  readonly secretRef: string;
  readonly enabledAt: string;
  /** Codes of this time step and before are used up. */
  readonly lastStep: number;
  /** SHA-256 of those that are left. */
  readonly recoveryCodeHashes: readonly string[];
  readonly usedTickets: readonly UsedTicket[];
}

export interface SecondFactorState {
  /** What a code would turn on; null when nothing was begun since. */
  readonly setup: { readonly secretRef: string; readonly expiresAt: string } | null;
  /** Null while sign-ins ask for the first factor alone. */
  readonly active: ActiveSecondFactor | null;
}

/** What sign-ins ask for; null for an address that nobody has proven, whose owner must not be locked out. */
export const activeSecondFactor = (user: Pick<User, 'emailVerifiedAt'>, { active }: SecondFactorState): ActiveSecondFactor | null =>
  user.emailVerifiedAt === null ? null : active;

function evolve(state: SecondFactorState, fact: SecondFactorFact): SecondFactorState {
  const { active } = state;
  switch (fact.type) {
    case 'SecondFactorSetupStarted':
      return { ...state, setup: { secretRef: fact.data.secretRef, expiresAt: fact.data.expiresAt } };
    case 'SecondFactorEnabled': {
      const { secretRef, enabledAt, step, recoveryCodeHashes } = fact.data;
      return { setup: null, active: { secretRef, enabledAt, lastStep: step, recoveryCodeHashes, usedTickets: [] } };
    }
    case 'SecondFactorDisabled':
      return { setup: null, active: null };
    case 'SecondFactorCodeUsed': {
      if (!active) return state;
      const lastStep = Math.max(active.lastStep, fact.data.step);
      return { ...state, active: { ...active, lastStep, usedTickets: usedTickets(active, fact.data) } };
    }
    case 'RecoveryCodeUsed': {
      if (!active) return state;
      const recoveryCodeHashes = active.recoveryCodeHashes.filter((hash) => hash !== fact.data.codeHash);
      return { ...state, active: { ...active, recoveryCodeHashes, usedTickets: usedTickets(active, fact.data) } };
    }
    case 'RecoveryCodesReplaced':
      return active ? { ...state, active: { ...active, recoveryCodeHashes: fact.data.recoveryCodeHashes } } : state;
  }
}

/** Tickets of completed sign-ins that are remembered: each needed a code of its own, and of those there is one in 30 s. */
export const ticketsRemembered = 50;

function usedTickets(
  { usedTickets: known }: ActiveSecondFactor,
  use: { readonly ticketId?: string; readonly ticketExpiresAt?: string; readonly usedAt: string },
): readonly UsedTicket[] {
  const { ticketId, ticketExpiresAt, usedAt } = use;
  const added = ticketId === undefined || ticketExpiresAt === undefined ? [] : [{ id: ticketId, expiresAt: ticketExpiresAt }];
  return [...known.filter(({ expiresAt }) => expiresAt > usedAt), ...added].slice(-ticketsRemembered);
}

/** A later setup replaces an earlier one. Throws `Rejected('conflict')` while the second factor is on. */
export function decideStartSecondFactorSetup(
  command: SecondFactorSetupStarted['data'],
  { active }: SecondFactorState,
): readonly SecondFactorFact[] {
  if (active)
    throw new Rejected(
      'conflict',
      'The second factor is on: switch it off first',
      {},
      { remediation: 'Switch it off with POST /v1/auth/second-factor/disable, then set it up anew.' },
    );
  return [{ type: 'SecondFactorSetupStarted', data: command }];
}

/** The secret that waits to be confirmed. Throws `Rejected('conflict')` when there is none, or its time is over. */
export function requireSetup({ setup, active }: SecondFactorState, at: string): NonNullable<SecondFactorState['setup']> {
  if (active || !setup || setup.expiresAt <= at)
    throw new Rejected(
      'conflict',
      'No setup of a second factor waits for a code: begin one',
      {},
      { remediation: 'Begin one with POST /v1/auth/second-factor/setup.' },
    );
  return setup;
}

/** Throws `Rejected('conflict')` when another setup was begun meanwhile, or this one is over. */
export function enableSecondFactor(command: SecondFactorEnabled['data'], state: SecondFactorState): readonly SecondFactorFact[] {
  if (requireSetup(state, command.enabledAt).secretRef !== command.secretRef) {
    throw new Rejected(
      'conflict',
      'Another setup of a second factor was begun meanwhile',
      {},
      { remediation: 'Confirm the newest setup with a code of its secret.' },
    );
  }
  return [{ type: 'SecondFactorEnabled', data: command }];
}

export interface UsedProof {
  readonly userId: string;
  readonly proof: { readonly kind: 'code'; readonly step: number } | { readonly kind: 'recovery_code'; readonly codeHash: string };
  /** The sign-in that it completes, of which there is one for each ticket. */
  readonly ticket?: UsedTicket;
  readonly at: string;
}

/** Uses a code up. Throws `Rejected`: `invalid_token` for a ticket that completed a sign-in before, `invalid_credentials` for a code that was used or is none. */
export function useSecondFactor({ userId, proof, ticket, at }: UsedProof, { active }: SecondFactorState): readonly SecondFactorFact[] {
  if (!active) throw invalidTicket();
  if (ticket && active.usedTickets.some(({ id }) => id === ticket.id)) throw invalidTicket();
  const use = { ...(ticket && { ticketId: ticket.id, ticketExpiresAt: ticket.expiresAt }), usedAt: at };
  if (proof.kind === 'code') {
    if (proof.step <= active.lastStep) throw wrongCode();
    return [{ type: 'SecondFactorCodeUsed', data: { userId, step: proof.step, ...use } }];
  }
  const { codeHash } = proof;
  if (!active.recoveryCodeHashes.includes(codeHash)) throw wrongCode();
  return [{ type: 'RecoveryCodeUsed', data: { userId, codeHash, left: active.recoveryCodeHashes.length - 1, ...use } }];
}

/** Throws `Rejected('conflict')` while the second factor is off. */
export function decideReplaceRecoveryCodes(
  command: RecoveryCodesReplaced['data'],
  { active }: SecondFactorState,
): readonly SecondFactorFact[] {
  if (!active) throw secondFactorIsOff();
  return [{ type: 'RecoveryCodesReplaced', data: command }];
}

/** Silent when it is off. */
export function decideDisableSecondFactor(
  command: SecondFactorDisabled['data'],
  { active }: SecondFactorState,
): readonly SecondFactorFact[] {
  return active ? [{ type: 'SecondFactorDisabled', data: command }] : [];
}

/** As `disableSecondFactor`, and drops a setup that waits for its code: both were made before the address that nobody has proven. */
export function endUnprovenSecondFactor(
  command: Omit<SecondFactorDisabled['data'], 'by'>,
  { active, setup }: SecondFactorState,
): readonly SecondFactorFact[] {
  return active || setup ? [{ type: 'SecondFactorDisabled', data: { ...command, by: 'unproven_address' } }] : [];
}

export const invalidTicket = (): Rejected =>
  new Rejected('invalid_token', 'Invalid or expired sign-in ticket', {}, { remediation: 'Log in again for a new ticket.' });
export const wrongCode = (): Rejected =>
  new Rejected(
    'invalid_credentials',
    'The code is wrong, or was used before',
    {},
    { remediation: 'Send the code that the app shows next, or a recovery code that was not used.' },
  );
export const secondFactorIsOff = (): Rejected =>
  new Rejected('conflict', 'There is no second factor', {}, { remediation: 'Leave the code out, or set up a second factor first.' });

/** `second_factor-<userId>`: a person's authenticator app and recovery codes; that none of their codes works twice is decided here. */
export const secondFactorStream: StreamType<SecondFactorState, SecondFactorFact> = {
  category: 'second_factor',
  decider: { initial: { setup: null, active: null }, evolve },
  facts: {
    SecondFactorSetupStarted: 1,
    SecondFactorEnabled: 1,
    SecondFactorCodeUsed: 1,
    RecoveryCodeUsed: 1,
    RecoveryCodesReplaced: 1,
    SecondFactorDisabled: 1,
  },
  snapshot: { version: 1, every: 200 },
};
