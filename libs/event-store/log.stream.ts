import { streamName, type StreamType } from './stream-type';
import type { Fact } from '@pps/kernel';

/** The log says who it is, once: checkpoints name the log whose positions they hold. */
export type LogIdentified = Fact<
  'LogIdentified',
  {
    /** Names this log for as long as it lives; a copy of it has another. In a log that is older than this fact, the id of its first event. */
    readonly logId: string;
    /** The `logId` of the log that this one is a copy of; absent for a log that is not. */
    readonly copiedFrom?: string;
  }
>;

/** `log-<identity>`: what the log says of itself. There is one such stream, `log-identity`, and its first fact is written when the log is first used. */
export const logStream: StreamType<LogIdentified['data'] | null, LogIdentified> = {
  category: 'log',
  // Whoever was first named the log for good.
  decider: { initial: null, evolve: (named, { data }) => named ?? data },
  facts: { LogIdentified: 1 },
};

export const identityStream = streamName(logStream, 'identity');
