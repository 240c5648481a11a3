import type { LogIdentified } from './log.events';
import { streamName, type StreamType } from './stream-type';

/** `log-<identity>`: what the log says of itself. There is one such stream, `log-identity`, and its first fact is written when the log is first used. */
export const logStream: StreamType<LogIdentified['data'] | null, LogIdentified> = {
  category: 'log',
  // Whoever was first named the log for good.
  decider: { initial: null, evolve: (named, { data }) => named ?? data },
  facts: { LogIdentified: 1 },
};

export const identityStream = streamName(logStream, 'identity');
