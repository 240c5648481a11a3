import { Command } from 'commander';
import { ApiError, type PinPublishing } from 'pin-publishing';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import { serviceUrl, type ConnectionFlags } from '../credentials/find-credential';
import { errorMeanings } from '../generated/error-meanings';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

/** `pps explain`. */
export const explainCommand = (): Command =>
  addConnectionFlags(
    new Command('explain').argument('<code-or-request-id>', 'such as quota_exceeded, or what an error names as its request'),
  ).action(explain);

async function explain(asked: string, flags: ConnectionFlags): Promise<void> {
  const json = flags.json === true;
  if (Object.hasOwn(errorMeanings, asked)) return showValue(meaningOf(asked, flags), { json });
  if (!/^[A-Za-z0-9._-]{8,128}$/.test(asked)) throw new CommandFailed('this is neither an error code nor a request id', 'notFound');
  const { client } = connectClient(flags);
  const request = await client.requests.get(asked);
  const timeline = await findTimeline(client, request.route, request.resource_id ?? null);
  const meaning = request.code === null ? null : meaningOf(request.code, flags);
  if (json) return showValue({ request, meaning, timeline }, { json });
  showValue(request, { json });
  if (meaning) showValue(meaning, { json });
  if (timeline) {
    say('what happened to the pin:');
    showValue(timeline, { json });
  }
}

function meaningOf(code: string, flags: ConnectionFlags): object {
  const [status, cause, remedy] = Object.hasOwn(errorMeanings, code) ? (errorMeanings[code] ?? []) : [];
  return {
    code,
    status: status ?? null,
    cause: cause ?? null,
    remedy: remedy ?? null,
    more: new URL(`/docs/errors/${code}`, serviceUrl(flags)).href,
  };
}

async function findTimeline(client: PinPublishing, route: string, id: string | null): Promise<readonly object[] | null> {
  if (id === null || !/^\/v1\/pins\b/.test(route)) return null;
  try {
    return (await client.pins.timeline(id)).items;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
