import { IPv4, IPv6, parse } from 'ipaddr.js';

const notPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((cidr) => IPv4.parseCIDR(cidr));

const notPublicV6 = [
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  '3fff::/20',
  '2002::/16',
  '2001::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((cidr) => IPv6.parseCIDR(cidr));

const mappedV4 = IPv6.parseCIDR('::ffff:0:0/96');
const compatibleV4 = IPv6.parseCIDR('::/96');

/** True for an address of the public internet; compares bytes, never text. Throws for what is no address. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address.replace(/%.*$/, ''));
  if (parsed instanceof IPv4) return isPublicV4(parsed);
  const v6 = parsed as IPv6;
  if (v6.match(mappedV4)) return isPublicV4(v6.toIPv4Address());
  if (v6.match(compatibleV4)) return false;
  return !notPublicV6.some((range) => v6.match(range));
}

const isPublicV4 = (address: IPv4): boolean => !notPublicV4.some((range) => address.match(range));
