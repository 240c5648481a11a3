import { IPv6, isValid, process as parse } from 'ipaddr.js';

/** The address itself for IPv4, its /64 for IPv6, since one client has that many addresses to choose from. */
export function networkOf(address: string): string {
  if (!isValid(address)) return address;
  const parsed = parse(address);
  if (!(parsed instanceof IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
