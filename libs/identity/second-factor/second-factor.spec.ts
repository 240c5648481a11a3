import { fold } from '@pps/kernel';
import {
  decideDisableSecondFactor,
  enableSecondFactor,
  decideReplaceRecoveryCodes,
  secondFactorStream,
  decideStartSecondFactorSetup,
  useSecondFactor,
  ticketsRemembered,
  type UsedProof,
} from './second-factor.stream';
import type { SecondFactorEnabled, SecondFactorFact, SecondFactorSetupStarted } from './second-factor.events';
import { secondFactorSamples } from './second-factor.samples';

const secondFactor = secondFactorStream.decider;
const [started, enabled] = secondFactorSamples as readonly [SecondFactorSetupStarted, SecondFactorEnabled];
const { userId, step, recoveryCodeHashes } = enabled.data;
const at = '2026-01-15T09:00:00.000Z';
const after = (...facts: readonly SecondFactorFact[]) => fold(secondFactor, facts);
const on = after(started, enabled);
const ticket = (id: string, expiresAt = '2026-01-15T09:05:00.000Z') => ({ id, expiresAt });
const code = (ofStep: number, id?: string): UsedProof => ({
  userId,
  proof: { kind: 'code', step: ofStep },
  ...(id && { ticket: ticket(id) }),
  at,
});
const recovery = (codeHash: string, id?: string): UsedProof => ({
  userId,
  proof: { kind: 'recovery_code', codeHash },
  ...(id && { ticket: ticket(id) }),
  at,
});

test('a setup is confirmed in time, the newest one alone, and turns nothing on before', () => {
  expect(after(started).active).toBeNull();
  expect(enableSecondFactor(enabled.data, after(started))).toEqual([enabled]);
  expect(() => enableSecondFactor(enabled.data, after())).toThrow('No setup');
  expect(() => enableSecondFactor({ ...enabled.data, enabledAt: started.data.expiresAt }, after(started))).toThrow('No setup');
  const second = decideStartSecondFactorSetup({ ...started.data, secretRef: 'another' }, after(started));
  expect(() => enableSecondFactor(enabled.data, after(started, ...second))).toThrow('Another setup');
  expect(() => enableSecondFactor(enabled.data, on)).toThrow('No setup');
  expect(() => decideStartSecondFactorSetup(started.data, on)).toThrow('switch it off first');
});

test('a code works once, none before it works after it, and the one that turned it on has been used', () => {
  expect(() => useSecondFactor(code(step), on)).toThrow('used before');
  const used = useSecondFactor(code(step + 2, 't1'), on);
  expect(used).toMatchObject([{ type: 'SecondFactorCodeUsed', data: { step: step + 2, ticketId: 't1' } }]);
  const later = after(started, enabled, ...used);
  for (const earlier of [step + 1, step + 2]) expect(() => useSecondFactor(code(earlier, 't2'), later)).toThrow('used before');
  expect(useSecondFactor(code(step + 3, 't2'), later)).toHaveLength(1);
});

test('a recovery code works once, and new ones end the former', () => {
  const [first = '', second = ''] = recoveryCodeHashes;
  const used = useSecondFactor(recovery(first, 't1'), on);
  expect(used).toMatchObject([{ type: 'RecoveryCodeUsed', data: { codeHash: first, left: 1 } }]);
  expect(() => useSecondFactor(recovery(first, 't2'), after(started, enabled, ...used))).toThrow('used before');
  const replaced = decideReplaceRecoveryCodes({ userId, recoveryCodeHashes: ['new'], replacedAt: at }, on);
  const later = after(started, enabled, ...replaced);
  expect(() => useSecondFactor(recovery(second), later)).toThrow('wrong');
  expect(useSecondFactor(recovery('new'), later)).toMatchObject([{ data: { left: 0 } }]);
  expect(() => decideReplaceRecoveryCodes({ userId, recoveryCodeHashes: ['new'], replacedAt: at }, after())).toThrow('no second factor');
});

test('a ticket completes one sign-in, with whichever code', () => {
  const used = after(started, enabled, ...useSecondFactor(code(step + 1, 't1'), on));
  expect(() => useSecondFactor(code(step + 2, 't1'), used)).toThrow('ticket');
  expect(() => useSecondFactor(recovery(recoveryCodeHashes[0] ?? '', 't1'), used)).toThrow('ticket');
});

test('switching off is silent where nothing is on, and leaves no code that works', () => {
  const off = { userId, by: 'operator', disabledAt: at } as const;
  expect(decideDisableSecondFactor(off, after(started))).toEqual([]);
  const state = after(started, enabled, ...decideDisableSecondFactor(off, on));
  expect(state).toEqual({ setup: null, active: null });
  expect(() => useSecondFactor(code(step + 9), state)).toThrow('ticket');
});

test('of 2,001 tickets that would still be good the newest are remembered, of expired ones none', () => {
  let state = on;
  for (let n = 1; n <= 2_001; n++)
    for (const fact of useSecondFactor(code(step + n, `t${n}`), state)) state = secondFactor.evolve(state, fact);
  expect(state.active?.usedTickets).toHaveLength(ticketsRemembered);
  const [later] = useSecondFactor({ ...code(step + 3_000, 'last'), at: '2026-01-15T10:00:00.000Z' }, state);
  if (later) expect(secondFactor.evolve(state, later).active?.usedTickets).toEqual([ticket('last')]);
});
