import { join } from 'node:path';
import { stateFolder } from '../credentials/config-folder';
import { readPrivateFile, writePrivateFile } from '../credentials/private-file';
import { say } from '../output/say';

/** How far a listener came, on this machine and in one project. */
export interface ListenerState {
  readonly webhookId: string | null;
  /** Signs what is forwarded. */
  readonly secret: string | null;
  /** Of the last event that was shown; 0: none. */
  readonly sequence: number;
  /** Of the last delivery that was shown, also of a test, which has no number. */
  readonly deliveryId: string | null;
  /** When each delivery that was sent again was so for the last time, as far as it was shown. */
  readonly shownAgain: Readonly<Record<string, string>>;
}

export const noState: ListenerState = { webhookId: null, secret: null, sequence: 0, deliveryId: null, shownAgain: {} };

/** The file without its ending. */
export const listenerPath = (projectId: string, name: string): string =>
  join(stateFolder(), 'listen', `${projectId}-${name.replace(/[^\w-]/g, '_')}`);

/** What was written last; nothing, which is said, where the file is damaged: then everything that is kept comes again. */
export function readListenerState(path: string): ListenerState {
  const text = readPrivateFile(`${path}.json`);
  if (text === null) return noState;
  try {
    const read = JSON.parse(text) as Partial<ListenerState>;
    if (Number.isSafeInteger(read.sequence)) return { ...noState, ...read };
  } catch {
    // Said below.
  }
  say(`${path}.json is damaged: everything that the service has kept comes again`, 'yellow');
  return noState;
}

let isTold = false;

/** Writes it whole or not at all. Where it cannot be written, listening goes on: what was shown comes again after a restart. */
export function writeListenerState(path: string, state: ListenerState): void {
  try {
    writePrivateFile(`${path}.json`, `${JSON.stringify(state)}\n`);
    isTold = false;
  } catch (error) {
    if (!isTold)
      say(`${error instanceof Error ? error.message : 'the cursor cannot be written'}: after a restart, events come again`, 'yellow');
    isTold = true;
  }
}
