import { allScopes, type DeviceGrant } from '@pps/identity';
import { formText } from './form-fields';
import type { ConsentProject } from './pages/device.page';

/** Stands for a sandbox that is made with the answer. */
export const newSandbox = 'new_sandbox';

type DeviceAnswer = (DeviceGrant & { readonly projectId: string }) | { readonly problem: string };

const longestName = 255;

/** What a form says that the key is to be, or what is wrong with it. */
export function readDeviceAnswer(form: unknown, projects: readonly ConsentProject[]): DeviceAnswer {
  const isTicked = (field: string) => formText(form, field) === 'on';
  const name = formText(form, 'name').trim();
  const scopes = allScopes.filter((scope) => isTicked(`scope_${scope}`));
  const project = projects.find(({ value }) => value === formText(form, 'project'));
  if (!project) return { problem: 'Choose a project.' };
  if (scopes.length === 0) return { problem: 'Tick at least one thing that it may do.' };
  if (name === '' || [...name].length > longestName) return { problem: `The name of the key must have 1 to ${longestName} characters.` };
  const ticked = projects.flatMap(({ accounts }) => accounts).flatMap(({ id }) => (isTicked(`account_${id}`) ? [id] : []));
  if (ticked.some((id) => !project.accounts.some((own) => own.id === id))) return { problem: 'An account of another project is ticked.' };
  return { projectId: project.value, name, permissions: { scopes, accountIds: ticked.length === 0 ? null : ticked } };
}
