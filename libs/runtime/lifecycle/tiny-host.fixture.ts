import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '@pps/concurrency';
import { CannotStart } from './cannot-start';
import { runHost } from './run-host';

const behaviour = process.argv[2];

void runHost('tiny', ({ config, logger, signal }) => {
  if (behaviour === 'cannot-start') throw new CannotStart('the data was written\nwith other keys');
  if (behaviour === 'slow-start') {
    const waiting = setInterval(() => undefined, 1_000);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        clearInterval(waiting);
        reject(new Error('gave up'));
      });
    });
  }
  const server = createServer((_, response) => response.end('ok'));
  if (behaviour === 'throws')
    setTimeout(() => {
      throw new Error('a bug');
    }, 50);
  if (behaviour === 'rejects') setTimeout(() => void Promise.reject(new Error('a bug')), 50);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(config.PORT, '127.0.0.1', () => {
      process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
      resolve({
        ...(behaviour === 'fails' && { failed: pause(50).then(() => Promise.reject(new Error('commits lost'))) }),
        stop: async () => {
          logger.info('closing');
          server.close();
          if (behaviour === 'never-stops') await new Promise(() => setInterval(() => undefined, 1_000));
        },
      });
    });
  });
});
