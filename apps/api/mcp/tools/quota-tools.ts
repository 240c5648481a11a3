import { requireLiveAccount } from '@pps/use-cases';
import { presentBillingStatus } from '../../billing/billing-status';
import {
  amountSchema,
  countSchema,
  flagSchema,
  objectSchema,
  orNull,
  resultSchema,
  said,
  textSchema,
  uuidSchema,
  type Tool,
} from '../tool';

const read: Tool = {
  name: 'get_quota',
  title: 'Quota and pace',
  description: 'What is left of the month, and with account_id the pace at which that account can publish now.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ account_id: uuidSchema }),
  output: resultSchema({
    plan: textSchema,
    billing_status: textSchema,
    quota_limit: countSchema,
    quota_used: countSchema,
    quota_remaining: countSchema,
    quota_reset_at: textSchema,
    imports_included: flagSchema,
    pace: orNull(
      resultSchema({
        tokens: said(amountSchema, 'Pins that could start now.'),
        per_minute: amountSchema,
        queued_ahead: countSchema,
        expected_at: said(textSchema, 'When a pin queued now would start.'),
      }),
    ),
    next: textSchema,
  }),
  async run({ app }, { principal, args }) {
    const accountId = typeof args['account_id'] === 'string' ? args['account_id'].toLowerCase() : null;
    if (accountId !== null) await requireLiveAccount(app, principal, accountId);
    const status = await presentBillingStatus(app, principal);
    if (accountId !== null) await app.freshness.wait('publish_queue', principal);
    const rate = accountId === null ? null : await app.headroom.read(accountId);
    return {
      plan: status.plan,
      billing_status: status.billing_status,
      quota_limit: status.quota_limit,
      quota_used: status.quota_used,
      quota_remaining: status.quota_remaining,
      quota_reset_at: status.quota_reset_at,
      imports_included: status.features.bulk_imports,
      pace: rate && {
        tokens: Math.floor(Math.min(rate.account.tokens, rate.global.tokens)),
        per_minute: rate.account.refillPerSecond * 60,
        queued_ahead: rate.queuedAhead,
        expected_at: rate.startsAt.toISOString(),
      },
      next: status.quota_exhausted ? `The month is used up until ${status.quota_reset_at}.` : 'Pins can be queued.',
    };
  },
};

export const quotaTools: readonly Tool[] = [read];
