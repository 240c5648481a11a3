import { allScopes, publishingModes, type DeviceGrant, type PublishingMode, type Scope } from '@pps/identity';
import { formText } from './form-fields';
import type { ConsentProject } from './pages/consent-fields';

/** Stands for a sandbox that is made with the answer. */
export const newSandbox = 'new_sandbox';

interface Problem {
  readonly problem: string;
}

type ConsentAnswer = Pick<DeviceGrant, 'permissions'> & { readonly projectId: string };

const longestName = 255;

/** What a form says that something may do, of what was offered, or what is wrong with it. */
export function readConsentAnswer(
  form: unknown,
  projects: readonly ConsentProject[],
  offered: readonly Scope[] = allScopes,
): ConsentAnswer | Problem {
  const isTicked = (field: string) => formText(form, field) === 'on';
  const scopes = offered.filter((scope) => isTicked(`scope_${scope}`));
  const project = projects.find(({ value }) => value === formText(form, 'project'));
  if (!project) return { problem: 'Choose a project.' };
  if (scopes.length === 0) return { problem: 'Tick at least one thing that it may do.' };
  const ticked = projects.flatMap(({ accounts }) => accounts).flatMap(({ id }) => (isTicked(`account_${id}`) ? [id] : []));
  if (ticked.some((id) => !project.accounts.some((own) => own.id === id))) return { problem: 'An account of another project is ticked.' };
  return { projectId: project.value, permissions: { scopes, accountIds: ticked.length === 0 ? null : ticked } };
}

/** Who has to agree to each pin, as a form says; undefined where it does not. */
export const readMode = (form: unknown): PublishingMode | undefined => publishingModes.find((mode) => mode === formText(form, 'mode'));

/** The same of a key, which has a name. */
export function readDeviceAnswer(form: unknown, projects: readonly ConsentProject[]): (DeviceGrant & ConsentAnswer) | Problem {
  const answer = readConsentAnswer(form, projects);
  if ('problem' in answer) return answer;
  const name = formText(form, 'name').trim();
  if (name === '' || [...name].length > longestName) return { problem: `The name of the key must have 1 to ${longestName} characters.` };
  return { ...answer, name };
}
