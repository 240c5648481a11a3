import { useRead } from '../data/use-read';
import { client } from '../session/client';

/** The plan with what it allows and what is used of it. */
export const useBillingStatus = () =>
  useRead(['billing'], (signal) => client.billing.getStatus({}, { signal }), { changes: ['billing', 'usage', 'account', 'asset'] });
