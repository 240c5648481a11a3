import { Command, InvalidArgumentError } from 'commander';
import { compareLogs, copyLog, type EventStore, type LogComparison } from '@pps/event-store';
import { restartRoundRobin } from '@pps/pins';
import { checkpoints, checkpointsAreOf, positionsToTakeOver, takeOverLog } from '@pps/read-store';
import { takeOverWebhookPositions, webhookPositions } from '@pps/webhooks';
import { projections } from '@projections/index';
import { onStoppedInstallation, type Installation } from './on-installation';
import { rejoinedBody, rejoinedText } from './rejoined-text';
import { rejoinInstallation } from './rejoin-installation';
import { CommandFailed, exitCodes } from './command-failed';
import { factsUpTo } from './facts-up-to';
import { refuseHeldLock, refuseWhileRunning } from './refuse-while-running';
import { showAnswer, showProgress, type AnswerFlags } from './show-answer';

interface To extends AnswerFlags {
  readonly to: string;
}

/** `pinctl log …`: moving the log to another store, and going on with one that the database is ahead of. */
export function logCommands(): Command {
  const group = new Command('log');
  group
    .command('copy')
    .description(
      'Copies the whole log to an empty EventStoreDB and makes the database go on there. Stopped at any moment, a repeat goes on.',
    )
    .requiredOption('--to <url>', 'esdb://… of the store to copy to', connectionString)
    .action(({ to, ...flags }: To) => onStoppedInstallation((installation) => copyInstallationLog(installation, to, flags)));
  group
    .command('compare')
    .description('Says whether a copy holds the same events in the same order, and nothing else. Changes nothing.')
    .requiredOption('--to <url>', 'esdb://… of the copy', connectionString)
    .action(({ to, ...flags }: To) =>
      onStoppedInstallation(async ({ eventStoreUrl }) => {
        const { events, digest } = await compareWith(eventStoreUrl, to);
        showAnswer(flags, { events, digest }, `${events} events are equal (${digest})`);
      }),
    );
  group
    .command('rejoin')
    .description(
      'Makes the database go on with a log that has other facts than it was made from, after two servers took writes: read models are built anew, processes go back. Says what it would change, and changes it with --yes.',
    )
    .option('--since <moment>', 'when the newer server was promoted, such as 2026-01-05T09:00:00Z; has to be given', momentOf)
    .option('--yes', 'change it; every host is stopped')
    .action(({ since, yes = false, ...flags }: RejoinFlags) =>
      onStoppedInstallation(async (installation) => {
        const rejoined = await rejoinInstallation(installation, since ?? null, yes);
        showAnswer(flags, rejoinedBody(rejoined), rejoinedText(rejoined));
      }),
    );
  return group;
}

interface RejoinFlags extends AnswerFlags {
  readonly since?: Date;
  readonly yes?: boolean;
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(moment.getTime())) return moment;
  throw new InvalidArgumentError('A moment is such as 2026-01-05T09:00:00Z.');
}

function connectionString(text: string): string {
  if (!/^esdb(\+discover)?:\/\/\S+$/.test(text)) throw new InvalidArgumentError('a store is esdb://… or esdb+discover://….');
  return text;
}

/**
 * Copies the log to another store, compares both, and makes the database go on in the copy, all in one transaction at the end: processes exactly where they
 * have come to, read models from the beginning. Throws `CommandFailed` while a host runs or where one wrote meanwhile, and `ForeignTarget`.
 */
async function copyInstallationLog(installation: Installation, toUrl: string, flags: AnswerFlags): Promise<void> {
  const say = showProgress(flags);
  const { db, store, eventStoreUrl } = installation;
  // Who publishes or answers facts meanwhile would do it once more in the copy, and what an API records is missing there.
  await refuseWhileRunning(db);
  const begun = performance.now();
  const ids = await copyLog(eventStoreUrl, toUrl, (events) => say(`${events} events so far`));
  const seconds = (performance.now() - begun) / 1000;
  say(`copied ${ids.written} events in ${seconds.toFixed(1)} s (${perSecond(ids.written, seconds)}/s); ${ids.found} were there`);
  if ((await checkpointsAreOf(db, ids, store)) === 'copy')
    return showAnswer(flags, { copied: ids.written, found: ids.found, switched: false }, 'the database goes on in the copy already');
  const head = await store.head();
  const compared = await compareWith(eventStoreUrl, toUrl, [...(await positionsToTakeOver(db)), ...(await webhookPositions(db))]);
  const translated = (position: bigint) => {
    const found = compared.positions.get(position);
    if (!found) throw new CommandFailed('somebody has written to the database meanwhile: stop every host', exitCodes.refused);
    return found;
  };
  const switching = db.transaction(async (tx) => {
    await tx.raw(`set local lock_timeout = '3s'`);
    await checkpoints.holdAll(tx);
    await refuseWhileRunning(tx);
    await takeOverLog(tx, projections, {
      ...ids,
      upTo: (position) => translated(position).upTo,
      counterpart: (position) => translated(position).of,
    });
    await restartRoundRobin(tx);
    await takeOverWebhookPositions(tx, (position) => translated(position).of);
    await refuseWrittenSince(store, head);
  });
  await switching.catch(refuseHeldLock);
  const { events, digest } = compared;
  const text = `${events} events are equal (${digest}); the database goes on in the copy: start with EVENTSTORE_URL set to it`;
  showAnswer(flags, { copied: ids.written, found: ids.found, events, digest, switched: true }, text);
}

/** A host that has run and ended meanwhile counts no more, but what it recorded would be missing in the copy. Throws `CommandFailed`. */
async function refuseWrittenSince(store: EventStore, head: bigint): Promise<void> {
  for await (const { stream } of factsUpTo(store, head, await store.head())) {
    // The event store notes what it does, too.
    if (!stream.startsWith('$')) throw new CommandFailed('somebody has written to the log meanwhile: stop every host', exitCodes.refused);
  }
}

/** Reads a log and its copy side by side. Throws `CommandFailed` for the first difference. */
async function compareWith(fromUrl: string, toUrl: string, positions: readonly bigint[] = []): Promise<LogComparison> {
  const compared = await compareLogs(fromUrl, toUrl, positions);
  if (compared.differences.length > 0) throw new CommandFailed(compared.differences.slice(0, 100).join('\n'), exitCodes.refused);
  return compared;
}

const perSecond = (events: number, seconds: number): number => Math.round(events / Math.max(seconds, 0.001));
