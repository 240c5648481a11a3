import ipaddr from 'ipaddr.js';

/** The network that an address is counted under: the address itself for IPv4, its /64 for IPv6, because one client may use any address of it. */
export function clientNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
