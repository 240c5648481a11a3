import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Received } from './receiver';

const run = `
import sys
given = json.load(sys.stdin)
print(json.dumps(verify_webhook(given["body"].encode(), given["headers"], given["key"])))
`;

/** What the Python of docs/webhooks.md makes of a delivery; where there is no Python, or none with what a public key wants, the delivery itself. Throws what Python reports. */
export function verifiedByPython({ headers, body, json }: Received, key: string): unknown {
  const [, code] = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/webhooks.md has no Python');
  const given = JSON.stringify({ headers, body, key });
  const { error, status, stdout, stderr } = spawnSync('python3', ['-c', code + run], { input: given, encoding: 'utf8', timeout: 60_000 });
  if (error || stderr.includes("No module named 'cryptography'")) return json;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
