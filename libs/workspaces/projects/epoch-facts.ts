import type { RecordedFact } from '@pps/event-store';
import type { ProjectForgotten, SandboxReset } from './project.events';

/** Makes everything of a project's earlier epochs obsolete. */
export type EpochFact = SandboxReset | ProjectForgotten;

/** The types of those facts. */
export const epochFacts = ['SandboxReset', 'ProjectForgotten'] as const;

/** Whether it is such a fact, of whatever others a reader handles. */
export const startsEpoch = <F extends { readonly type: string }>(fact: F): fact is Extract<F, RecordedFact<EpochFact> | EpochFact> =>
  (epochFacts as readonly string[]).includes(fact.type);
