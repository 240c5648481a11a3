import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { readConsole } from '../../apps/api/console/read-console';
import type { Verdict } from '../campaigns/history-edits/verifier-process';
import { startBrowser } from '../web/browser';
import { buildInTime } from './build-in-time';

/** What the worker is told beside the file: checkpoints, keys, the id, or the whole task. */
export interface WorkerAnswer {
  readonly verdict: Verdict;
  /** Milliseconds in the worker. */
  readonly tookMs: number;
}

export interface WorkerVerifier {
  readonly page: Page;
  /** Gives the worker a task; `file` is what it reads of an export. */
  ask(task: object, file?: string): Promise<WorkerAnswer>;
  stop(): Promise<void>;
}

/** The console's worker, as it is built, on an empty page in Chromium. */
export async function startWorkerVerifier(): Promise<WorkerVerifier> {
  buildInTime();
  const files = readConsole('')?.files ?? new Map();
  const workerName = [...files.keys()].find((name) => /^verifier\.main-.*\.js$/.test(name));
  if (workerName === undefined) throw new Error('the console has no worker');
  let file = '';
  const answer = ({ url = '/' }: IncomingMessage, response: ServerResponse): void => {
    const asked = files.get(url.slice(1));
    if (url === '/file') response.end(file);
    else if (asked === undefined) response.setHeader('content-type', 'text/html').end('<!doctype html><title>Worker</title>');
    else response.setHeader('content-type', asked.type).end(asked.bodies.identity);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await startBrowser();
  const page = await browser.open();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(`globalThis.worker = new Worker('/${workerName}', { type: 'module' })`);
  return {
    page,
    async ask(task, content) {
      file = content ?? '';
      const given = content === undefined ? '{}' : "{ file: await (await fetch('/file')).blob() }";
      const said = await page.evaluate<{ readonly reason?: string } & WorkerAnswer>(`(async () => {
        const task = { ...${JSON.stringify(task)}, ...${given} };
        return new Promise((done, fail) => {
          worker.onerror = ({ message }) => fail(new Error(message));
          worker.onmessage = ({ data }) => data.kind !== 'progress' && done(data);
          worker.postMessage(task);
        });
      })()`);
      return said.reason === undefined ? said : { verdict: { valid: false, unreadable: said.reason }, tookMs: 0 };
    },
    async stop() {
      await browser.close();
      server.close();
    },
  };
}
