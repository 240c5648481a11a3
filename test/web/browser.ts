import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type BrowserContextOptions, type ConsoleMessage, type Page } from 'playwright-core';
import { chromiumProgram } from './chromium';

/** Bounds what hangs: longer than anything takes on a busy machine. */
const waitMs = 120_000;
const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface TestBrowser {
  /** A window without history. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** What any page complained about so far: scripts that failed, and whatever the content security policy forbade. */
  readonly complaints: readonly string[];
  /** Forgets those that a test provoked. */
  forgetComplaints(provoked: RegExp): void;
  close(): Promise<void>;
}

/** Chromium without a window, which is installed first where that can be done; it waits two minutes for anything. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await chromiumProgram(),
    chromiumSandbox: false,
    args: switches,
    timeout: waitMs,
  });
  const complaints: string[] = [];
  return {
    complaints,
    forgetComplaints(provoked) {
      const others = complaints.filter((complaint) => !provoked.test(complaint));
      complaints.splice(0, complaints.length, ...others);
    },
    async open(options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(waitMs);
      context.on('page', (page) => {
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error' && !isExpected(page, message)) complaints.push(`${message.text()} ${message.location().url}`);
        });
      });
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

// Chromium reports a page that is answered with 4xx, which is what the answer is meant to be.
function isExpected(page: Page, message: ConsoleMessage): boolean {
  const [address = ''] = message.location().url.split('?');
  return message.text().startsWith('Failed to load resource') && address === page.url().split('?')[0];
}

/** With PAGE_SHOTS=<folder> writes a screenshot there for people to see. */
export async function saveShot(page: Page, name: string): Promise<void> {
  const folder = process.env['PAGE_SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
