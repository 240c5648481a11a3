import { examineConnections, type ConnectionsSeen } from './examine-connections';

const seen: ConnectionsSeen = { used: 12, limit: 97, running: 4, poolSize: 10, isPooled: false };

it.each<[string, Partial<ConnectionsSeen>, 'ok' | 'warning', RegExp]>([
  ['enough for all pools', {}, 'ok', /^12 of 97 in use; 4 hosts may open 48 /],
  ['pools that are larger than the server', { running: 9 }, 'warning', /9 hosts may open 108 .*more than there are/],
  ['the same behind a pooler, which lends its own', { running: 9, isPooled: true }, 'ok', /9 hosts may open 18 \(each 2 direct ones\)/],
  ['others that take nearly all', { used: 90 }, 'warning', /nearly all are taken/],
])('counts connections: %s', (_, changes, state, line) => {
  expect(examineConnections({ ...seen, ...changes })).toEqual({ part: 'connections', state, line: expect.stringMatching(line) });
});
