import { clientNetworkOf, clientSiteOf } from './client-network';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['203.0.113.7:1234', '203.0.113.7'],
  ['[2001:db8:1:2:aaaa::1]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2:aaaa::1]', '2001:db8:1:2'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['not an address', 'unreadable'],
  ['203.0.113.7:1234:1', 'unreadable'],
  ['', 'unreadable'],
])('%s is of network %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1'],
  ['[2001:db8:1:ffff::]:443', '2001:db8:1'],
  ['x', 'unreadable'],
])('%s is of site %s', (address, site) => {
  expect(clientSiteOf(address)).toBe(site);
});
