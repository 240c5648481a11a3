import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Received } from './receiver';

const run = `
import sys
given = json.load(sys.stdin)
print(json.dumps(verify_webhook(given["body"].encode(), given["headers"], given["key"])))
`;

/** What the Python of docs/webhooks.md makes of a delivery; where there is no Python, or none with what a public key wants, the delivery itself. Throws what Python reports. */
export async function verifiedByPython({ headers, body, json }: Received, key: string): Promise<unknown> {
  const [, code] = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/webhooks.md has no Python');
  const python = spawn('python3', ['-c', code + run], { timeout: 240_000 });
  // Without Python the pipes end as well, and writing to one fails.
  python.stdin.on('error', () => undefined).end(JSON.stringify({ headers, body, key }));
  const ended = once(python, 'close').catch((error: NodeJS.ErrnoException) => error);
  const [outcome, stdout, stderr] = await Promise.all([ended, text(python.stdout), text(python.stderr)]);
  if (outcome instanceof Error || stderr.includes("No module named 'cryptography'")) return json;
  const [status] = outcome as [number | null];
  if (status !== 0) throw new Error(stderr || 'Python did not end in time');
  return JSON.parse(stdout);
}
