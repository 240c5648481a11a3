import { fold } from '@pps/kernel';
import { userSamples } from '../users/user.samples';
import type { UserFact } from '../users/user.events';
import type { UserState } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { decideCancelAccountDeletion, decideRequestAccountDeletion } from '../users/user.decider';

const user = userStream.decider;
const [registered] = userSamples as readonly [UserFact];
const [requestedAt, dueAt] = ['2026-02-01T09:00:00.000Z', '2026-02-15T09:00:00.000Z'];
const after = (...facts: readonly UserFact[]): UserState => fold(user, [registered, ...facts]);
const asked = () => decideRequestAccountDeletion({ requestedAt, dueAt }, after());

test('the end of an account is asked for once, and its time does not move', () => {
  expect(asked()).toMatchObject([{ type: 'AccountDeletionRequested', data: { dueAt } }]);
  expect(decideRequestAccountDeletion({ requestedAt, dueAt: '2027-01-01T00:00:00.000Z' }, after(...asked()))).toEqual([]);
  expect(() => decideRequestAccountDeletion({ requestedAt, dueAt }, { kind: 'none' })).toThrow('not found');
});

test('it is taken back until its time has come, and can be asked for again', () => {
  const canceled = decideCancelAccountDeletion('2026-02-15T08:59:59.999Z', after(...asked()));
  expect(canceled).toMatchObject([{ type: 'AccountDeletionCanceled' }]);
  expect(decideRequestAccountDeletion({ requestedAt, dueAt }, after(...asked(), ...canceled))).toHaveLength(1);
  expect(() => decideCancelAccountDeletion(dueAt, after(...asked()))).toThrow('not about to be deleted');
  expect(() => decideCancelAccountDeletion(requestedAt, after())).toThrow('not about to be deleted');
});
