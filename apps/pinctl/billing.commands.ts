import {
  plans,
  setOwnLimits,
  setSubscription,
  type PlanLimitName,
  type OwnLimitChanges,
  type Plan,
  PaymentAccess,
  reconcileSubscriptions,
} from '@pps/billing';
import { billingStream, type BillingStatus, type SubscriptionState } from '@pps/billing/events';
import { Streams } from '@pps/event-store';
import { fold, isUuid, Rejected } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { Command, InvalidArgumentError, Option } from 'commander';
import { userInfo } from 'node:os';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { environmentWithFiles, loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { readPartUrls } from '../standalone/part-urls';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';

const statuses: readonly BillingStatus[] = ['active', 'trialing', 'past_due', 'canceled', 'unpaid'];

const limitNames: Readonly<Record<string, PlanLimitName>> = {
  quota_pins_monthly: 'quotaPinsMonthly',
  platform_accounts: 'platformAccountsLimit',
  storage_bytes: 'storageQuotaBytes',
  webhooks: 'webhooksLimit',
  api_keys: 'apiKeysLimit',
  activity_log_retention_days: 'activityLogRetentionDays',
};

interface Wanted {
  readonly plan?: Plan;
  readonly status?: BillingStatus;
  readonly limit?: OwnLimitChanges;
}

/** `pinctl billing …`: what an operator decides about an organization's plan. */
export function billingCommands(): Command {
  const group = new Command('billing');
  group
    .command('set')
    .description('Puts the organization of a workspace on a plan, or changes the standing of its payment; holds at once.')
    .argument('<workspace-id>', 'id of its production project', uuid)
    .addOption(new Option('--plan <plan>').choices(Object.keys(plans)))
    .addOption(new Option('--status <status>').choices([...statuses]))
    .option(
      '--limit <name=number>',
      `a limit of its own for Enterprise, or name=plan for the plan's again; repeatable: ${Object.keys(limitNames).join(', ')}`,
      addLimit,
    )
    .action(async (workspaceId: string, { json = false, ...wanted }: Wanted & AnswerFlags) => {
      if (!wanted.plan && !wanted.status && !wanted.limit) throw new CommandFailed('say --plan, --status or --limit', exitCodes.usage);
      const { answer, text } = await setOnInstallation(workspaceId, wanted);
      showAnswer({ json }, answer, text);
    });
  group
    .command('reconcile')
    .description('Compares every subscription with the payment provider, and appends as facts what differs.')
    .action(async (flags: AnswerFlags) => {
      const { answer, text } = await reconcileOnInstallation();
      showAnswer(flags, answer, text);
    });
  return group;
}

interface Answer {
  readonly answer: object;
  readonly text: string;
}

function setOnInstallation(workspaceId: string, wanted: Wanted): Promise<Answer> {
  return onInstallation(async ({ store }) => {
    const streams = new Streams(store);
    const { state: project } = await streams.load(projectStream, workspaceId);
    if (project.kind === 'none') throw new CommandFailed(`there is no workspace ${workspaceId}`, exitCodes.refused);
    const { organizationId, projectId } = project;
    const at = new Date().toISOString();
    const actor = { type: 'system' as const, id: `operator ${userInfo().username}` };
    const origin = { organizationId, projectId, actor, occurredAt: at };
    const { state, facts } = await streams.decide(billingStream, organizationId, origin, (known) => decideAll(wanted, at, known));
    if (state.kind === 'none') throw new CommandFailed(`the organization of ${workspaceId} has no subscription`, exitCodes.refused);
    const own = Object.entries(limitNames).flatMap(([name, limit]) =>
      state.ownLimits[limit] === undefined ? [] : [`${name}=${state.ownLimits[limit]}`],
    );
    const agreed = state.plan === 'enterprise' && own.length > 0 ? `, ${own.join(', ')}` : '';
    const limits = Object.fromEntries(Object.entries(limitNames).map(([name, limit]) => [name, state.ownLimits[limit] ?? null]));
    return {
      answer: { workspace_id: workspaceId, plan: state.plan, status: state.status, own_limits: limits, changed: facts.length > 0 },
      text: `${workspaceId}: plan ${state.plan}, ${state.status}${agreed}${facts.length === 0 ? ' (as it was)' : ''}`,
    };
  });
}

/** The limits are those of the plan that is set with them. Throws `CommandFailed` for limits that may not be set. */
function decideAll({ limit: limits, ...wanted }: Wanted, at: string, known: SubscriptionState) {
  const changes = setSubscription({ ...wanted, at }, known);
  if (!limits) return changes;
  try {
    return [...changes, ...setOwnLimits({ limits, at }, fold(billingStream.decider, changes, known))];
  } catch (error) {
    throw error instanceof Rejected ? new CommandFailed(error.message, exitCodes.refused) : error;
  }
}

function addLimit(text: string, others: OwnLimitChanges = {}): OwnLimitChanges {
  const [, name = '', value = ''] = /^([a-z_]+)=(\d{1,16}|plan)$/.exec(text) ?? [];
  const limit = Object.hasOwn(limitNames, name) ? limitNames[name] : undefined;
  if (!limit) throw new InvalidArgumentError('a limit is name=number, or name=plan.');
  return { ...others, [limit]: value === 'plan' ? null : Number(value) };
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('an id is a uuid.');
  return text.toLowerCase();
}

/** Compares all subscriptions with the payment provider. Throws CommandFailed. */
function reconcileOnInstallation(): Promise<Answer> {
  return onInstallation(async ({ store }) => {
    const logger = { warn: (fields: object, message: string) => console.error(`${message} ${JSON.stringify(fields)}`) };
    const payments = PaymentAccess.from(configurationOfInstallation(), logger).client;
    if (!payments) throw new CommandFailed('PAYMENT_API_KEY is not set', exitCodes.usage);
    const deps = { streams: new Streams(store), payments, clock: () => new Date(), log: () => undefined };
    const { compared, mended, unknown, withoutPlan } = await reconcileSubscriptions(deps).catch((error: unknown) => {
      if (error instanceof Rejected) throw new CommandFailed(error.message, exitCodes.unreachable);
      throw error;
    });
    const changes = mended.map(
      ({ organizationId, subscriptionId, plan, status }) => `${organizationId}: ${subscriptionId} is ${plan}, ${status}`,
    );
    const unpriced = withoutPlan.map(
      ({ organizationId, subscriptionId, priceIds }) =>
        `${organizationId}: ${subscriptionId} has no price that is a plan (${priceIds.join(', ')})`,
    );
    const counted = `${compared} compared, ${mended.length} mended, ${unknown} of customers that nobody is`;
    return { answer: { compared, unknown, mended, without_plan: withoutPlan }, text: [...changes, ...unpriced, counted].join('\n') };
  });
}

/** With the simulator that an `npm start` in DATA_DIR has brought, unless the settings name a payment provider. */
function configurationOfInstallation(): Configuration {
  const running = readPartUrls(loadConfiguration(process.env).DATA_DIR);
  const given = environmentWithFiles(process.env, ['PAYMENT_API_URL', 'PAYMENT_API_KEY']);
  const { PAYMENT_API_URL, PAYMENT_API_KEY } = { ...running, ...given };
  return loadConfiguration({ ...given, PAYMENT_API_URL, PAYMENT_API_KEY });
}
