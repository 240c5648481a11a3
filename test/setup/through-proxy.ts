import type { TcpProxy } from './tcp-proxy';

/** The URL of a part, by way of the proxy in front of it: whatever it holds beside the address stays. */
export function throughProxy(url: string, { port }: Pick<TcpProxy, 'port'>): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.toString();
}
