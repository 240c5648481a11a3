import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { findProjectId } from '../credentials/find-own-key';
import { claimListener } from '../listening/claim-listener';
import { describeEvent } from '../listening/describe-event';
import type { ForwardOutcome, ShownDelivery } from '../listening/forward-event';
import { forwardSurely } from '../listening/forward-surely';
import { listen, type Standing } from '../listening/listen';
import { listenerId } from '../listening/listener-id';
import { readListenerState, writeListenerState } from '../listening/listener-state';
import { openListeningWebhook } from '../listening/listening-webhook';
import { readKeys } from '../listening/read-keys';
import { readTarget } from '../listening/read-target';
import { cleanJson } from '../output/clean-text';
import { say } from '../output/say';
import { writeLineOut } from '../output/show-value';
import { openInBrowser } from './open.commands';
import { readMoment } from '../read-moment';

interface ListenFlags extends ConnectionFlags {
  readonly forward?: string;
  readonly events?: readonly string[];
  readonly since?: string;
  readonly secret?: string;
  readonly name: string;
}

/** `pps listen`. */
export const listenCommand = (): Command =>
  addConnectionFlags(
    new Command('listen')
      .option('--forward <url>', 'the receiver on this machine, such as http://localhost:4000/hooks')
      .option('--events <names>', 'names and patterns, separated by commas; all when absent', (text) => text.split(','))
      .option('--since <moment>', 'shows again what the listener was given since: 2026-01-05T09:00Z, or 10m, 2h, 7d')
      .option('--secret <secret>', "signs what is forwarded: the receiver's secret; one of the listener's own when absent")
      .option('--name <name>', 'of the listener: each has a cursor of its own', 'main'),
  ).action(listenUntilInterrupted);

async function listenUntilInterrupted({ forward, events = ['*'], since, secret: given, name, ...flags }: ListenFlags): Promise<void> {
  const target = forward === undefined ? null : readTarget(forward);
  const from = since === undefined ? null : readMoment(since);
  const { client, credential } = connectClient(flags, { timeoutMs: 10_000, maxRetries: 0 });
  const claimed = claimListener(await findProjectId(client), name);
  if (claimed.name !== name) say(`listener ${name} runs already: this one is ${claimed.name}, with a cursor of its own`, 'yellow');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal).on(signal, () => ending.abort());
  const id = listenerId(claimed.path);
  let state = readListenerState(claimed.path);
  const secret = given ?? state.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  if (target) say(`forwarding to ${target.href}, signed with ${secret}`);
  let last: ShownDelivery | null = null;
  const show = (delivery: ShownDelivery, outcome: ForwardOutcome | null, isAgain: boolean): Promise<void> => {
    last = delivery;
    const shown = {
      delivery_id: delivery.id,
      event: delivery.payload,
      outcome: outcome && { status: outcome.status, error: outcome.error, ms: outcome.ms },
      is_repeat: isAgain,
    };
    return writeLineOut(flags.json === true ? cleanJson(shown) : describeEvent(delivery, outcome, isAgain));
  };
  const forwardOne = async (delivery: ShownDelivery) =>
    target &&
    forwardSurely(target, delivery, secret, {
      signal: ending.signal,
      tellAway: once((why) => say(`the target cannot be reached (${why}): waiting for it`, 'yellow')),
    });
  const repeatLast = async (): Promise<void> => {
    const again = last;
    if (again) await show(again, await forwardOne(again), true);
  };
  const stopKeys = readKeys({
    r: () => void repeatLast().catch(() => undefined),
    o: () => openInBrowser(new URL('/app', credential.url).href),
    q: () => ending.abort(),
    '\x03': () => ending.abort(),
  });
  if (process.stdin.isTTY) say('r repeats the last, o opens the web app, q quits', 'faint');
  try {
    await listen(
      {
        ...{ client, since: from, state, show, forward: forwardOne, tell: standingTeller() },
        openWebhook: async () => {
          const webhookId = await openListeningWebhook(client, { serviceUrl: credential.url, id, secret, events });
          if (state.webhookId !== null && state.webhookId !== webhookId)
            say('the webhook of this listener was deleted: events begin anew', 'yellow');
          return webhookId;
        },
        keep: (next) => writeListenerState(claimed.path, (state = { ...next, secret })),
      },
      ending.signal,
    );
    say(`ended; what comes meanwhile is kept: pps listen shows it first${target ? ', and forwards it' : ''}`);
  } finally {
    stopKeys();
    claimed.release();
  }
}

function once(tell: (why: string) => void): (why: string) => void {
  let isTold = false;
  return (why) => {
    if (!isTold) tell(why);
    isTold = true;
  };
}

function standingTeller(): (standing: Standing) => void {
  let before = '';
  return (standing) => {
    const text =
      standing.kind === 'behind'
        ? `${standing.count} behind`
        : standing.kind === 'lost'
          ? `lost: ${standing.why}; trying again`
          : standing.kind;
    if (text !== before) say(text, standing.kind === 'live' ? 'green' : 'yellow');
    before = text;
  };
}
