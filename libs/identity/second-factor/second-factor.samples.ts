import type { SecondFactorFact } from './second-factor.events';

const userId = '0197a000-0000-7000-8000-000000000003';
const secretRef = '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31';
const codeHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7b1';
const otherHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7b2';
const ticket = { ticketId: '0197a000-0000-7000-8000-00000000000c', ticketExpiresAt: '2026-01-15T09:05:00.000Z' };

/** A sample of every shape ever written to a `second_factor` stream; a committed one is never edited. */
export const secondFactorSamples: readonly SecondFactorFact[] = [
  {
    type: 'SecondFactorSetupStarted',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      secretRef,
      startedAt: '2026-01-14T09:00:00.000Z',
      expiresAt: '2026-01-14T09:15:00.000Z',
    },
  },
  {
    type: 'SecondFactorEnabled',
    data: { userId, secretRef, step: 58_946_042, recoveryCodeHashes: [codeHash, otherHash], enabledAt: '2026-01-14T09:01:00.000Z' },
  },
  { type: 'SecondFactorCodeUsed', data: { userId, step: 58_948_920, ...ticket, usedAt: '2026-01-15T09:00:10.000Z' } },
  { type: 'SecondFactorCodeUsed', data: { userId, step: 58_948_930, usedAt: '2026-01-15T09:05:10.000Z' } },
  { type: 'RecoveryCodeUsed', data: { userId, codeHash, left: 1, ...ticket, usedAt: '2026-01-15T09:00:20.000Z' } },
  { type: 'RecoveryCodeUsed', data: { userId, codeHash, left: 1, usedAt: '2026-01-15T09:06:20.000Z' } },
  { type: 'RecoveryCodesReplaced', data: { userId, recoveryCodeHashes: [codeHash], replacedAt: '2026-01-16T09:00:00.000Z' } },
  { type: 'SecondFactorDisabled', data: { userId, by: 'user', disabledAt: '2026-01-17T09:00:00.000Z' } },
  { type: 'SecondFactorDisabled', data: { userId, by: 'unproven_address', disabledAt: '2026-01-18T09:00:00.000Z' } },
];
