// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const usageOperations: readonly OperationCommand[] = [
  {"name":"get-status","resource":"billing","method":"getStatus","about":"Read plan, features and quota","scope":"read","path":[],"taken":"query","flags":[{"field":"as_of","kind":"moment","about":"The state as the facts recorded until this moment say, which is not in the future; without it the present"}],"answer":"json"},
  {"name":"list-quota-ledger","resource":"billing","method":"listQuotaLedger","about":"List what used or gave back quota","scope":"read","path":[],"taken":"query","flags":[{"field":"month","kind":"text","about":"Calendar month in UTC; without it all months"},{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"cursor","kind":"text","about":"`next_cursor` of the page before"}],"answer":"list"},
  {"name":"start-checkout","resource":"billing","method":"startCheckout","about":"Get the page where a plan is bought","scope":"write","path":[],"taken":"body","flags":[{"field":"plan","kind":"text","words":["starter","growth","pro"],"required":true,"about":"The plan"},{"field":"billing_cycle","kind":"text","words":["monthly","annual"],"required":true,"about":"Whether it is paid by the month or by the year"}],"answer":"json"},
  {"name":"open-portal","resource":"billing","method":"openPortal","about":"Get the page where the subscription is managed","scope":"write","path":[],"taken":"nothing","flags":[],"answer":"json"},
];
