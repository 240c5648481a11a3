import type { Command } from 'commander';
import { wholeNumber } from '../whole-number';
import type { Kind } from './trouble-plan';

/** What the command line of a campaign says of its troubles. */
export interface TroubleOptions {
  readonly seeds: number;
  readonly troubles: number;
  readonly seed: number;
  readonly rate: number;
  readonly only?: string;
}

/** Declares them: the kinds that there are, and how many pins are created per second unless it is said. */
export const troubleOptions = (command: Command, kinds: readonly Kind[], perSecond: number): Command =>
  command
    .option('--seeds <n>', 'how many seeds, each with an installation of its own', wholeNumber, 1)
    .option('--troubles <n>', 'how many troubles for each seed', wholeNumber, kinds.length)
    .option('--seed <n>', 'the first seed', wholeNumber, 1)
    .option('--rate <n>', 'pins created per second', wholeNumber, perSecond)
    .option('--only <kinds>', `which troubles, with commas between: ${kinds.join(', ')}`);
