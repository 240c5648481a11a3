import { checkPair, type PairReport, type Subject } from './check-pair';
import type { Plant } from './planted-pair-bugs';

export interface PairsAsked {
  readonly seed: number;
  /** Interleavings of a pair at most; where there are more the seed chooses so many. */
  readonly most: number;
  /** A part of `subject | command | command.`; all where absent. */
  readonly only?: string | undefined;
  readonly plant?: Plant;
}

/** Checks every two commands of each subject, a command with itself too. */
export async function* explorePairs(subjects: readonly Subject[], { only = '', ...options }: PairsAsked): AsyncGenerator<PairReport> {
  for (const subject of subjects) {
    for (const [index, first] of subject.commands.entries()) {
      for (const second of subject.commands.slice(index)) {
        if (!`${subject.name} | ${first.name} | ${second.name}.`.includes(only)) continue;
        yield await checkPair(subject, [first, second], options);
      }
    }
  }
}
