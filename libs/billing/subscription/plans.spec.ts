import { plans, termsOf, type Plan } from './plans';

const all = Object.keys(plans) as Plan[];

test.each(all)('a sandbox of %s has 100 pins a month, 5 accounts and the features of the plan', (plan) => {
  expect(termsOf({ plan, ownLimits: {} }, 'sandbox')).toEqual({ ...plans[plan], quotaPinsMonthly: 100, platformAccountsLimit: 5 });
  expect(termsOf({ plan, ownLimits: {} }, 'production')).toEqual(plans[plan]);
});

test.each(all)('limits that were agreed hold on Enterprise alone, and in its sandbox but for pins and accounts: %s', (plan) => {
  const ownLimits = { quotaPinsMonthly: 7, platformAccountsLimit: 60, webhooksLimit: 300 };
  const agreed = plan === 'enterprise' ? ownLimits : {};
  expect(termsOf({ plan, ownLimits }, 'production')).toEqual({ ...plans[plan], ...agreed });
  expect(termsOf({ plan, ownLimits }, 'sandbox')).toEqual({
    ...plans[plan],
    ...agreed,
    ...{ quotaPinsMonthly: 100, platformAccountsLimit: 5 },
  });
});
