import { deviceSignInSamples } from '../testing';
import { decideApproveDeviceSignIn, type DeviceSignInApproved } from './device-sign-in.stream';

const first: DeviceSignInApproved['data'] = { ...deviceSignInSamples[0]!.data, scopes: ['read', 'write'], accountIds: ['a', 'b'] };
const given = { kind: 'approved', ...first } as const;
const refusalOf = (changes: Partial<typeof first>) => {
  try {
    return decideApproveDeviceSignIn({ ...first, ...changes }, given);
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};

test('the first answer counts: the same one again is silent, another is refused', () => {
  expect(decideApproveDeviceSignIn(first, { kind: 'none' })).toHaveLength(1);
  expect(refusalOf({ scopes: ['write', 'read'], accountIds: ['b', 'a', 'a'], approvedAt: '2027-01-01T00:00:00.000Z' })).toEqual([]);
  for (const other of [{ scopes: ['read'] as const }, { accountIds: null }, { accountIds: ['a'] }, { name: 'x' }, { projectId: 'p' }])
    expect(refusalOf(other)).toBe('conflict');
  expect(refusalOf({ userId: 'another' })).toBe('invalid_token');
});
