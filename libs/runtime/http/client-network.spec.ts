import { clientNetworkOf } from './client-network';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['not an address', 'not an address'],
])('%s is of network %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});
