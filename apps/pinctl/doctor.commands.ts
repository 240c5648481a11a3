import { pause } from '@pps/concurrency';
import { Command } from 'commander';
import { describeDatabaseError } from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { describeQueueError, openWorkQueue } from '@pps/work-queue';
import { readPartUrls } from '../standalone/part-urls';
import { alignColumns, oneLine } from './align-columns';
import { checkKeys } from './check-keys';
import { CommandFailed, exitCodes } from './command-failed';
import { examineDatabase } from './doctor/examine-database';
import { examineEventStore } from './doctor/examine-event-store';
import { examineReaders } from './doctor/examine-readers';
import type { Finding } from './doctor/finding';
import { onInstallation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl doctor`: whether the parts of an installation can be used and are set up as it needs them. */
export function doctorCommand(): Command {
  return new Command('doctor').exitOverride().action(async (flags: AnswerFlags) => {
    const configuration = loadConfiguration(process.env);
    const findings = await examine(configuration);
    const rows = findings.map(({ state, part, line }) => [state, part, oneLine(line)]);
    showAnswer(flags, { findings }, alignColumns(['state', 'part', 'seen'], rows));
    const faults = findings.filter(({ state }) => state === 'fault').length;
    if (faults > 0) throw new CommandFailed(faults === 1 ? 'one fault' : `${faults} faults`, exitCodes.refused);
  });
}

/** Looks at each part by itself, so that one which is away hides nothing of the others. */
function examine(configuration: Configuration): Promise<Finding[]> {
  return onInstallation(async ({ db, store, databaseUrl }) => {
    const natsUrl = configuration.NATS_URL || readPartUrls(configuration.DATA_DIR)?.NATS_URL;
    const looks = await Promise.all([
      look('database', () => examineDatabase({ db, databaseUrl, configuration })),
      look('event store', async () => [await examineEventStore(store)]),
      look('read models', () => examineReaders(db, store)),
      look('work queue', () => examineQueue(natsUrl)),
      look('keys', async () => {
        const { keys, findings } = await checkKeys(db, configuration);
        const found = findings.map(({ line }): Finding => ({ part: 'keys', state: keys ? 'warning' : 'fault', line }));
        return found.length > 0 ? found : [{ part: 'keys', state: 'ok', line: 'those that the database was written with' }];
      }),
    ]);
    return looks.flat();
  });
}

async function look(part: Finding['part'], examinePart: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examinePart();
  } catch (error) {
    return [{ part, state: 'fault', line: `cannot be looked at: ${describeDatabaseError(error)}` }];
  }
}

/** It connects in the background; so long it may take. */
const queueMs = 10_000;
const queueEveryMs = 100;

async function examineQueue(url: string | undefined): Promise<Finding[]> {
  if (!url) return [{ part: 'work queue', state: 'warning', line: 'NATS_URL is not set: no host of these settings starts' }];
  const queue = openWorkQueue(url, () => undefined);
  const until = performance.now() + queueMs;
  try {
    let trouble = await queue.trouble();
    while (trouble && performance.now() < until) {
      await pause(queueEveryMs);
      trouble = await queue.trouble();
    }
    if (!trouble) return [{ part: 'work queue', state: 'ok', line: 'its stream answers' }];
    return [{ part: 'work queue', state: 'warning', line: `${describeQueueError(trouble.error)}: hosts look for work themselves` }];
  } finally {
    await queue.close();
  }
}
