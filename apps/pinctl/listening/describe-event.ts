import { cleanOutsideText } from '@pps/kernel';

/** What is told of an event; its data as the service sends it. */
export interface DescribedEvent {
  readonly type: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const longestText = 80;
// They would move the cursor, colour the terminal, or turn the order of what follows.
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const told = ['title', 'status', 'error_code', 'platform_url', 'source_filename', 'username', 'reason', 'threshold_percent', 'message'];

/** One line for a terminal: when, which, and the fields of its data that say most. */
export function describeEvent({ type, sequence, timestamp, data }: DescribedEvent): string {
  const fields = told.flatMap((name) => {
    const value = data[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [name === 'title' ? `"${shown(value)}"` : shown(value)];
  });
  const number = sequence === 0 ? 'test' : `#${sequence}`;
  return [shown(timestamp).slice(11, 19), number, shown(type), ...fields].join('  ');
}

const shown = (value: string | number): string => cleanOutsideText(String(value), longestText).replace(controls, '\ufffd');
