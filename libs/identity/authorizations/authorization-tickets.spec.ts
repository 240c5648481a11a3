import { randomBytes } from 'node:crypto';
import { AuthorizationTickets, type AuthorizationRequest } from './authorization-tickets';

const request: AuthorizationRequest = {
  ...{ requestId: 'r', clientId: 'dcr_x', clientName: 'Planner', clientKind: 'registered', redirectUri: 'https://app.example.com/' },
  ...{ resource: 'mcp', scopes: ['read'], state: null, codeChallenge: 'c', browser: 'b' },
};
const person = { userId: 'u', sessionId: 's', generation: 1, projectId: 'p' };
const now = new Date('2026-02-05T09:00:00.000Z');
const tickets = new AuthorizationTickets({ JWT_KEY: randomBytes(32) });

test('a ticket is none for another step, of another key, cut, or with more behind it', () => {
  const text = tickets.issue('proposal', { ...person, proposalId: 'one' }, now);
  expect(tickets.verify('proposal', text, now)).toEqual({ ...person, proposalId: 'one' });
  for (const step of ['request', 'consent', 'grant'] as const) expect([step, tickets.verify(step, text, now)]).toEqual([step, null]);
  expect(new AuthorizationTickets({ JWT_KEY: randomBytes(32) }).verify('proposal', text, now)).toBeNull();
  const [body = '', signature = ''] = text.split('.');
  const other = Buffer.from(JSON.stringify(['proposal', now.getTime() + 1_000, { ...person, proposalId: 'two' }])).toString('base64url');
  for (const forged of ['', '.', 'x.y', body, `${other}.${signature}`, `${text}A`, `${text}.x`, 'x'.repeat(20_000)])
    expect(tickets.verify('proposal', forged, now)).toBeNull();
});

test('a question is good for a quarter of an hour, a look at a proposal for an hour', () => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const question = tickets.issue('request', request, now);
  const look = tickets.issue('proposal', { ...person, proposalId: 'one' }, now);
  expect([tickets.verify('request', question, at(899)), tickets.verify('request', question, at(900))]).toEqual([request, null]);
  expect([tickets.verify('proposal', look, at(3_599)) !== null, tickets.verify('proposal', look, at(3_600))]).toEqual([true, null]);
});

test('the code of an answer is that of its question, and no other has it', () => {
  const code = tickets.codeOf(request);
  expect([tickets.codeOf({ requestId: 'r' }), tickets.codeOf({ requestId: 's' }) === code]).toEqual([code, false]);
  expect(new AuthorizationTickets({ JWT_KEY: randomBytes(32) }).codeOf(request)).not.toBe(code);
});
