import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailed, exitCodes } from './command-failed';
import { describeEvent, listen, type DescribedEvent } from './listening/listen';
import { serviceClient } from './listening/service-client';
import { showProgress, type AnswerFlags } from './show-answer';

interface ListenFlags extends AnswerFlags {
  readonly forward?: URL;
  readonly secret?: string;
  readonly events?: readonly string[];
}

/** `pinctl webhooks …`: for those who build a receiver; asks the public API alone, with the API key of `PINCTL_API_KEY`. */
export function webhookCommands(): Command {
  const group = new Command('webhooks');
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

async function listenUntilInterrupted(url: URL, { forward, secret, events, json = false }: ListenFlags): Promise<void> {
  const apiKey = process.env['PINCTL_API_KEY'];
  if (!apiKey) throw new CommandFailed('PINCTL_API_KEY is not set: it takes an API key of the project', exitCodes.usage);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const used = secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  const say = showProgress({ json });
  if (secret === undefined && forward) say(`signed with ${used}`);
  const showEvent = json ? printEvent : sayEvent;
  const options = { forwardTo: forward ?? null, secret: used, events: events ?? null, say, showEvent };
  await listen(serviceClient(url, apiKey), options, ending.signal);
}

/** A line of JSON each. */
const printEvent = (event: DescribedEvent, outcome: string | null): void => console.log(JSON.stringify({ event, outcome }));

const sayEvent = (event: DescribedEvent, outcome: string | null): void =>
  console.log(`${describeEvent(event)}${outcome === null ? '' : `  → ${outcome}`}`);

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new InvalidArgumentError('It takes a URL with http or https.');
}
