import { plans, setSubscription, type Plan } from '@pps/billing';
import { billingStream, type BillingStatus } from '@pps/billing/events';
import { CommandRunner } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { Command, InvalidArgumentError, Option } from 'commander';
import { userInfo } from 'node:os';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';

const statuses: readonly BillingStatus[] = ['active', 'trialing', 'past_due', 'canceled', 'unpaid'];

interface Wanted {
  readonly plan?: Plan;
  readonly status?: BillingStatus;
}

/** `pinctl billing …`: what an operator decides about an organization's plan. */
export function billingCommands(): Command {
  const group = new Command('billing').description('Plans of organizations.');
  group
    .command('set')
    .description('Puts the organization of a workspace on a plan, or changes the standing of its payment; holds at once.')
    .argument('<workspace-id>', 'id of its production project', uuid)
    .addOption(new Option('--plan <plan>').choices(Object.keys(plans)))
    .addOption(new Option('--status <status>').choices([...statuses]))
    .action(async (workspaceId: string, wanted: Wanted) => {
      if (!wanted.plan && !wanted.status) throw new CommandFailed('say --plan, --status, or both', exitCodes.usage);
      console.log(await setOnInstallation(workspaceId, wanted));
    });
  return group;
}

function setOnInstallation(workspaceId: string, wanted: Wanted): Promise<string> {
  return onInstallation(async ({ store }) => {
    const runner = new CommandRunner(store);
    const { state: project } = await runner.load(projectStream, workspaceId);
    if (project.kind === 'none') throw new CommandFailed(`there is no workspace ${workspaceId}`, exitCodes.refused);
    const { organizationId, projectId } = project;
    const at = new Date().toISOString();
    const actor = { type: 'system' as const, id: `operator ${userInfo().username}` };
    const origin = { organizationId, projectId, actor, occurredAt: at };
    const { state, facts } = await runner.run(billingStream, organizationId, origin, (known) => setSubscription({ ...wanted, at }, known));
    if (state.kind === 'none') throw new CommandFailed(`the organization of ${workspaceId} has no subscription`, exitCodes.refused);
    return `${workspaceId}: plan ${state.plan}, ${state.status}${facts.length === 0 ? ' (as it was)' : ''}`;
  });
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('an id is a uuid.');
  return text.toLowerCase();
}
