import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever names none (from 32768 on under Linux, from 49152 elsewhere), which is how a free port is lost. */
const [lowest, afterHighest] = [20_000, 30_000];
const triesAtMost = 100;

/** A TCP port of the loopback address that nobody listened on a moment ago, and that no system gives to others by itself; the caller has to cope with losing it to another process. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const port = randomInt(lowest, afterHighest);
    if (await isPortFree(port).catch(() => false)) return port;
  }
  throw new Error(`No free port on 127.0.0.1 was found between ${lowest} and ${afterHighest - 1}.`);
}

/** Whether this process could listen on the port, of the loopback address by default; rejects for anything else than a taken port. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
