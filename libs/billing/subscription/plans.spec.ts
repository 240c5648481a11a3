import { plans, termsOf, type Plan } from './plans';

test.each(Object.keys(plans) as Plan[])('a sandbox of %s has 100 pins a month, 5 accounts and the features of the plan', (plan) => {
  expect(termsOf(plan, 'sandbox')).toEqual({ ...plans[plan], quotaPinsMonthly: 100, platformAccountsLimit: 5 });
  expect(termsOf(plan, 'production')).toEqual(plans[plan]);
});
