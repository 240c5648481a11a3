import { InvalidArgumentError } from 'commander';

/** A command line's whole number of at most nine digits; throws `InvalidArgumentError`. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is needed');
  return Number(text);
}
