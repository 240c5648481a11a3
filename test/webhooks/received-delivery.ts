import { SeenEvents, verifyWebhook } from '@pps/webhook-receiver';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A delivery as a receiver's framework hands it over, and what it is to be verified with. */
export interface ReceivedDelivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** A secret or a public key. */
  readonly key: string;
}

/** The event, or why the delivery was refused; `unavailable` where this machine has not what the code needs. */
export interface ReceiverOutcome {
  readonly event?: unknown;
  readonly refused?: string;
  readonly unavailable?: string;
}

/** The only piece of code in docs/webhooks.md of that language, without the lines that import. */
function documentedCode(language: 'js' | 'ts' | 'python'): string {
  const pieces = [...readFileSync('docs/webhooks.md', 'utf8').matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))];
  if (pieces.length !== 1) throw new Error(`docs/webhooks.md has ${pieces.length} pieces of ${language}`);
  const [code = ''] = pieces.map(([, piece]) => piece);
  return language === 'python' ? code : code.replaceAll(/^import .*\n/gm, '');
}

function outcomeOf(receive: () => unknown): ReceiverOutcome {
  try {
    return { event: receive() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : 'no reason' };
  }
}

const processWith = (key: string) => ({ env: { WEBHOOK_SECRET: key } });

/** What the receiver with the package `standardwebhooks` makes of a delivery. */
export function receivedByPackage({ headers, body, key }: ReceivedDelivery): ReceiverOutcome {
  let handled: unknown;
  type Handler = (request: object, response: object) => void;
  let handler: Handler = () => undefined;
  const app = { post: (_path: string, _reading: unknown, given: Handler) => void (handler = given) };
  const names = ['Webhook', 'app', 'express', 'process', 'handleLater'];
  const given = [Webhook, app, { raw: () => undefined }, processWith(key), (event: unknown) => void (handled = event)];
  return outcomeOf(() => {
    new Function(...names, documentedCode('js'))(...given);
    handler({ headers, body: Buffer.from(body) }, { sendStatus: () => undefined });
    return handled;
  });
}

/** What the receiver with our own library makes of a delivery. */
export function receivedByLibrary({ headers, body, key }: ReceivedDelivery): ReceiverOutcome {
  const names = ['SeenEvents', 'verifyWebhook', 'rawBody', 'request', 'process', 'console'];
  const given = [SeenEvents, verifyWebhook, body, { headers }, processWith(key), { log: () => undefined }];
  return outcomeOf(() => new Function(...names, `${documentedCode('ts')}\nreturn event;`)(...given));
}

const run = `
import sys

def outcome(given):
    try:
        return {"event": verify_webhook(given["body"].encode(), given["headers"], given["key"])}
    except ValueError as error:
        return {"refused": str(error)}
    except ModuleNotFoundError as error:
        return {"unavailable": str(error)}

print(json.dumps([outcome(given) for given in json.load(sys.stdin)]))
`;

/** What the receiver in Python makes of each delivery; `unavailable` where there is no Python, or none with what a public key wants. Throws what Python reports. */
export async function receivedByPython(deliveries: readonly ReceivedDelivery[]): Promise<readonly ReceiverOutcome[]> {
  const python = spawn('python3', ['-c', documentedCode('python') + run], { timeout: 240_000 });
  // Without Python the pipes end as well, and writing to one fails.
  python.stdin.on('error', () => undefined).end(JSON.stringify(deliveries));
  const ended = once(python, 'close').catch((error: NodeJS.ErrnoException) => error);
  const [outcome, stdout, stderr] = await Promise.all([ended, text(python.stdout), text(python.stderr)]);
  if (outcome instanceof Error) return deliveries.map(() => ({ unavailable: outcome.message }));
  const [status] = outcome as [number | null];
  if (status !== 0) throw new Error(stderr || 'Python did not end in time');
  return JSON.parse(stdout);
}
