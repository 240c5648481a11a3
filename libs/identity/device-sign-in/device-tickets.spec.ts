import { randomBytes } from 'node:crypto';
import { DeviceTickets } from './device-tickets';

const ticket = {
  ...{ requestId: 'r', userCode: 'BCDF-GHJK', userId: 'u', sessionId: 's', generation: 1, projectId: 'p' },
};
const now = new Date('2026-02-05T09:00:00.000Z');
const tickets = new DeviceTickets({ JWT_KEY: randomBytes(32) });

test('a ticket is good for ten minutes, and only as it was signed', () => {
  const text = tickets.issue(ticket, now);
  expect(tickets.verify(text, now)).toEqual(ticket);
  expect(tickets.verify(text, new Date(now.getTime() + 600_000))).toBeNull();
  expect(new DeviceTickets({ JWT_KEY: randomBytes(32) }).verify(text, now)).toBeNull();
  const [body = '', signature = ''] = text.split('.');
  const other = Buffer.from(JSON.stringify(['r', 'BCDF-GHJK', 'another', 's', 1, 'p', '9999'])).toString('base64url');
  for (const forged of ['', '.', 'x.y', body, `${other}.${signature}`, `${body}.${'A'.repeat(43)}`, `${text}A`])
    expect(tickets.verify(forged, now)).toBeNull();
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // Each place, and for the last one, which has bits that mean nothing, every digit.
  for (let at = 0; at < text.length; at++)
    for (const char of at === text.length - 1 ? digits : 'AQgw') {
      if (text[at] === char) continue;
      expect([at, char, tickets.verify(`${text.slice(0, at)}${char}${text.slice(at + 1)}`, now)]).toEqual([at, char, null]);
    }
});
