import { cleanText } from '../output/clean-text';
import type { ForwardOutcome, ShownDelivery } from './forward-event';

const longestText = 80;
const told = ['title', 'status', 'error_code', 'platform_url', 'source_filename', 'username', 'reason', 'threshold_percent', 'message'];

/** One line for a terminal: when, which, the fields of its data that say most, and what came back. */
export function describeEvent({ event, sequence, payload }: ShownDelivery, outcome: ForwardOutcome | null, isAgain: boolean): string {
  const data = (payload['data'] ?? {}) as Readonly<Record<string, unknown>>;
  const fields = told.flatMap((name) => {
    const value = data[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = cleanText(String(value), longestText);
    return [name === 'title' ? `"${text}"` : text];
  });
  const number = sequence === 0 ? 'test' : `#${sequence}`;
  const time = cleanText(String(payload['timestamp'] ?? '')).slice(11, 19);
  const words = [time, number, cleanText(event), ...fields, ...(isAgain ? ['(again)'] : [])];
  return outcome === null ? words.join('  ') : `${words.join('  ')}  → ${describeOutcome(outcome)}`;
}

const describeOutcome = ({ status, error, ms }: ForwardOutcome): string =>
  status === null ? `no answer (${error})` : `${status} in ${ms} ms`;
