import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { emailHash, normalizedEmail } from './user-profile';
import { claimEmail, emailStream } from './email.stream';
import { emailSamples } from '../testing';

const email = emailStream.decider;
const claim = { userId: 'ada', claimedAt: '2026-01-05T09:00:00.000Z' };
const key = Buffer.alloc(32, 1);

describe('an e-mail address', () => {
  it('belongs to whoever claims it first', () => {
    expect(given(email).when((state) => claimEmail(claim, state))).toEqual([{ type: 'EmailClaimed', data: claim }]);
    expect(given(email).twice((state) => claimEmail(claim, state))).toEqual([]);
    const claimed = fold(email, [{ type: 'EmailClaimed', data: claim }]);
    expect(() => claimEmail({ ...claim, userId: 'bob' }, claimed)).toThrow('Account already exists');
  });

  it('is free again once it was given up', () => {
    const free = fold(email, emailSamples);
    expect(claimEmail({ ...claim, userId: 'bob' }, free)).toHaveLength(1);
  });

  it('is the same in any letter case and with spaces around it, and another with a dot less', () => {
    expect(normalizedEmail('  Ada.Byron@Example.TEST\n')).toBe('ada.byron@example.test');
    expect(emailHash(' ADA@example.test ', key)).toBe(emailHash('ada@example.test', key));
    expect(emailHash('a.da@example.test', key)).not.toBe(emailHash('ada@example.test', key));
    expect(emailHash('ada@example.test', key)).not.toBe(emailHash('ada@example.test', Buffer.alloc(32, 2)));
    expect(emailHash('ada@example.test', key)).toMatch(/^[0-9a-f]{64}$/);
  });
});
