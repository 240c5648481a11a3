/** What the operations on billing are for, what happens next and what they cost. */
export const billingProse: Readonly<Record<string, string>> = {
  getPricing: 'Reads the plans with prices, quota and features. Anybody may ask, without a credential.',
  getBillingStatus:
    'Reads the plan, what it includes, and how much of the quota, the accounts and the storage is used. Quota counts by calendar month in UTC and begins again at `quota_reset_at`. With `as_of` it shows the state of that moment.',
  startCheckout:
    'Gives the address of the page on which a plan is bought; nothing is paid before that. Open it in a browser. The plan changes once the payment provider reports the payment, and `GET /v1/billing/status` shows it. Only production buys: 403 `sandbox_not_supported`.',
  openBillingPortal:
    'Gives the address of the page on which the subscription is changed, paid or ended, and invoices are read. Open it in a browser; it is good for a short time.',
  listQuotaLedger:
    'Lists what used a unit of the month’s quota and what gave one back, the newest first, with the balance after each. It adds up to what `GET /v1/billing/status` says.',
};
