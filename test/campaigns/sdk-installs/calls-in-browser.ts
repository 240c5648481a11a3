import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import { startBrowser } from '../../web/browser';
import { scriptOf, type CalledService } from './calls-in-node';

/** Serves the package as it is published, and a page whose script calls the service, and one whose worker does. */
async function servePackage(packageFolder: string, service: () => CalledService) {
  const worker = `new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => (document.title = data)`;
  const scripts: Readonly<Record<string, () => string>> = {
    '/page.js': () => scriptOf(service(), '(said) => (document.title = said)'),
    '/worker.js': () => scriptOf(service(), 'postMessage'),
    '/starts-worker.js': () => worker,
  };
  const textOf = (path: string): string | undefined =>
    path.startsWith('/sdk/') ? readFileSync(join(packageFolder, 'dist', normalize(path.slice(4))), 'utf8') : scripts[path]?.();
  const server = createServer(({ url = '/' }, response) => {
    const text = textOf(url);
    const script = url === '/in-worker' ? 'starts-worker' : 'page';
    response.setHeader('content-type', text === undefined ? 'text/html' : 'text/javascript');
    response.end(text ?? `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${script}.js"></script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

export interface BrowserCalls {
  /** To be allowed by the service. */
  readonly origin: string;
  /** What a page's script says, and what a worker does. */
  call(service: CalledService): Promise<Readonly<Record<string, string>>>;
  stop(): void;
}

/** Chromium, which loads the package from a server of its own and calls the service across origins. */
export async function callsInBrowser(packageFolder: string): Promise<BrowserCalls> {
  let known: CalledService | undefined;
  const { origin, stop } = await servePackage(packageFolder, () => {
    if (!known) throw new Error('no service is known');
    return known;
  });
  return {
    origin,
    stop,
    async call(service) {
      known = service;
      const browser = await startBrowser();
      try {
        const said: Record<string, string> = {};
        for (const where of ['page', 'worker']) {
          const page = await browser.open();
          await page.goto(`${origin}/in-${where}`);
          await page.waitForFunction('document.title');
          said[where] = await page.title();
        }
        browser.forgetComplaints(/422/);
        return browser.complaints.length === 0 ? said : { ...said, complaints: browser.complaints.join('; ') };
      } finally {
        await browser.close();
      }
    },
  };
}
