import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** Ends every connection as it stands, in the middle of what it carries; resolves with how many there were. */
  cut(): number;
  /** Whether new connections are cut at once, too. */
  refuse(isRefusing: boolean): void;
  stop(): Promise<void>;
}

/** Carries bytes to a port of this machine until it cuts. */
export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((near) => {
    if (isRefusing) return void near.resetAndDestroy();
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined).on('close', () => (open.delete(from), to.destroy()));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): number => {
    const count = open.size / 2;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    refuse: (is) => void (isRefusing = is),
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
