import { Rejected, type Decider } from '@pps/kernel';
import type {
  RecoveryCodesReplaced,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorFact,
  SecondFactorSetupStarted,
} from './second-factor.events';
import { ticketsRemembered } from './second-factor.policy';
import type { ActiveSecondFactor, SecondFactorState, UsedTicket } from './second-factor.state';

export const secondFactor: Decider<SecondFactorState, SecondFactorFact> = { initial: { setup: null, active: null }, evolve };

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

function evolve(state: SecondFactorState, fact: SecondFactorFact): SecondFactorState {
  switch (fact.type) {
    case 'SecondFactorSetupStarted':
      return { ...state, setup: { secretRef: fact.data.secretRef, expiresAt: fact.data.expiresAt } };
    case 'SecondFactorEnabled': {
      const { secretRef, enabledAt, step, recoveryCodeHashes } = fact.data;
      return { setup: null, active: { secretRef, enabledAt, lastStep: step, recoveryCodeHashes, usedTickets: [] } };
    }
    case 'SecondFactorDisabled':
      return { setup: null, active: null };
    case 'SecondFactorCodeUsed':
    case 'RecoveryCodeUsed':
    case 'RecoveryCodesReplaced':
      return state.active ? { ...state, active: evolveActive(state.active, fact) } : state;
  }
}

function evolveActive(
  active: ActiveSecondFactor,
  fact: Extract<SecondFactorFact, { readonly type: 'SecondFactorCodeUsed' | 'RecoveryCodeUsed' | 'RecoveryCodesReplaced' }>,
): ActiveSecondFactor {
  switch (fact.type) {
    case 'SecondFactorCodeUsed':
      return { ...active, lastStep: Math.max(active.lastStep, fact.data.step), usedTickets: usedTickets(active, fact.data) };
    case 'RecoveryCodeUsed': {
      const left = active.recoveryCodeHashes.filter((hash) => hash !== fact.data.codeHash);
      return { ...active, recoveryCodeHashes: left, usedTickets: usedTickets(active, fact.data) };
    }
    case 'RecoveryCodesReplaced':
      return { ...active, recoveryCodeHashes: fact.data.recoveryCodeHashes };
  }
}

function usedTickets(
  { usedTickets: known }: ActiveSecondFactor,
  use: { readonly ticketId?: string; readonly ticketExpiresAt?: string; readonly usedAt: string },
): readonly UsedTicket[] {
  const { ticketId, ticketExpiresAt, usedAt } = use;
  const added = ticketId === undefined || ticketExpiresAt === undefined ? [] : [{ id: ticketId, expiresAt: ticketExpiresAt }];
  return [...known.filter(({ expiresAt }) => expiresAt > usedAt), ...added].slice(-ticketsRemembered);
}
