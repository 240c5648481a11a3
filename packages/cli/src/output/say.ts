import { cleanLines } from './clean-text';

const isDark = (): boolean => Boolean(process.stderr.isTTY) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';

const paints = { faint: '2', red: '31', green: '32', yellow: '33' } as const;
export type Paint = keyof typeof paints;

/** A line on standard error, where everything goes that is no data; coloured on a terminal, unless NO_COLOR is set. */
export function say(text: string, paint?: Paint): void {
  const clean = cleanLines(text);
  process.stderr.write(paint && isDark() ? `\x1b[${paints[paint]}m${clean}\x1b[0m\n` : `${clean}\n`);
}
