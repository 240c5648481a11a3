import { originOfPrincipal, type Principal } from './principal';

const at = new Date('2026-11-20T10:00:00.000Z');

it.each([
  ['a person', { kind: 'session', userId: 'u' }, { type: 'user', id: 'u' }],
  ['a key', { kind: 'api_key', userId: 'u', keyId: 'k' }, { type: 'api_key', id: 'k' }],
  ['a session that a key opened', { kind: 'session', userId: 'u', keyId: 'k' }, { type: 'api_key', id: 'k' }],
  ['a part of the service', { kind: 'system', userId: 'schedules' }, { type: 'system', id: 'schedules' }],
])('names %s as the actor', (_, principal, actor) => {
  expect(originOfPrincipal(principal as Principal, at)).toMatchObject({ actor, occurredAt: at.toISOString() });
});
