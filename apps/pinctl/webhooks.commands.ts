import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailed, exitCodes } from './command-failed';
import { listen } from './listening/listen';
import { serviceClient } from './listening/service-client';

interface ListenFlags {
  readonly forward?: URL;
  readonly secret?: string;
  readonly events?: readonly string[];
}

/** `pinctl webhooks …`: for those who build a receiver; asks the public API alone, with the API key of `PINCTL_API_KEY`. */
export function webhookCommands(): Command {
  const group = new Command('webhooks').description("What a project's webhooks are sent.");
  group
    .command('listen')
    .description(
      "Prints a project's events as they happen, and forwards them, signed, to a receiver on this machine. Takes an API key with the scopes read and write from PINCTL_API_KEY.",
    )
    .argument('<url>', 'the service, such as http://127.0.0.1:3000', httpUrl)
    .option('--forward <url>', 'the receiver, such as http://localhost:4000/hooks', httpUrl)
    .option('--secret <secret>', "signs what is forwarded: the receiver's secret, 16 to 255 characters; a new one when absent")
    .option('--events <names>', 'names and patterns, separated by commas; all when absent', (text) => text.split(','))
    .action(listenUntilInterrupted);
  return group;
}

async function listenUntilInterrupted(url: URL, { forward, secret, events }: ListenFlags): Promise<void> {
  const apiKey = process.env['PINCTL_API_KEY'];
  if (!apiKey) throw new CommandFailed('PINCTL_API_KEY is not set: it takes an API key of the project', exitCodes.usage);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const used = secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (secret === undefined && forward) console.log(`signed with ${used}`);
  const say = (line: string) => console.log(line);
  await listen(serviceClient(url, apiKey), { forwardTo: forward ?? null, secret: used, events: events ?? null, say }, ending.signal);
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new InvalidArgumentError('It takes a URL with http or https.');
}
