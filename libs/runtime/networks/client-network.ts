import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';

const unreadable = 'unreadable';

/**
 * The network that an address is counted under: the address itself for IPv4, its /64 for IPv6, because one client may use any address of it. Some proxies
 * write the port behind it, which is cut. Whatever else a client can write is one network, or each text would be a new client.
 */
export const clientNetworkOf = (text: string): string => networkOf(text, 4);

/** The network that one holder may have at most: the address itself for IPv4, its /48 for IPv6, which has 65,536 of the networks that `clientNetworkOf` gives. */
export const clientSiteOf = (text: string): string => networkOf(text, 3);

function networkOf(text: string, parts: number): string {
  const address = withoutPort(text.trim());
  if (!ipaddr.isValid(address)) return unreadable;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, parts)
    .map((part) => part.toString(16))
    .join(':');
}

const withoutPort = (text: string): string => /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is this machine's own, also as IPv4 written in IPv6. */
export function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
