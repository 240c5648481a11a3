import { recorded } from '@pps/read-store/testing';
import { newId } from '@pps/kernel';
import { categoryOfAction } from './activity';
import { describeActivity } from './activity-sources';

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty.called', ''])('the action "%s" has no category', (action) => {
  expect(categoryOfAction(action)).toBeNull();
});

it('an action has the category of its resource', () => {
  expect(['pin.published', 'project.switched', 'project.created'].map(categoryOfAction)).toEqual([
    'publishing',
    'security',
    'configuration',
  ]);
});

it('tells who agreed to another go at a schedule', () => {
  const retried = recorded(`schedule-${newId()}`, [
    { type: 'ScheduleRetried', data: { retriedAt: '2026-11-20T10:00:00.000Z', agreement: { way: 'page', userId: 'u', proposalId: 'p' } } },
  ]);
  expect(retried.map((fact) => describeActivity(fact)?.metadata)).toEqual([{ agreement: 'page', proposal_id: 'p' }]);
});
