import { forgettingSteps, type Forgetting } from '@pps/workspaces';
import { alignColumns, oneLine } from './align-columns';

/** Who is forgotten and what is left of them, for a person. */
export const forgettingsTable = (found: readonly Forgetting[]): string =>
  alignColumns(
    ['ORGANIZATION', 'FORGOTTEN', 'STATE'],
    found.map((each) => [each.organizationId, each.forgottenAt, oneLine(stateOf(each))]),
  );

function stateOf({ step, failures, lastError, completedAt }: Forgetting): string {
  if (completedAt !== null) return `complete ${completedAt}`;
  if (step === 'due') return 'to be deleted then, unless the person takes it back';
  const left = forgettingSteps.slice(forgettingSteps.indexOf(step)).join(', ');
  const trouble = lastError === null ? '' : `, failed ${failures} times: ${lastError.split('\n')[0] ?? ''}`;
  return `left: ${left}${trouble}`;
}

/** The same for a program. */
export const forgettingBody = ({ organizationId, forgottenAt, step, failures, lastError, completedAt }: Forgetting): object => ({
  organization_id: organizationId,
  forgotten_at: forgottenAt,
  completed_at: completedAt,
  steps_left: completedAt === null && step !== 'due' ? forgettingSteps.slice(forgettingSteps.indexOf(step)) : [],
  failures,
  last_error: lastError,
});
