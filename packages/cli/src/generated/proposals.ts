// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const proposalsOperations: readonly OperationCommand[] = [
  {"name":"create","resource":"proposals","method":"create","about":"Ask a person to agree to pins and changes","scope":"write","path":[],"taken":"body","flags":[{"field":"items","kind":"json","required":true,"about":"The entries of this page"},{"field":"idempotency_key","kind":"text","nullable":true,"about":"Also as the header Idempotency-Key"}],"answer":"json"},
  {"name":"list","resource":"proposals","method":"list","about":"List what waits for a person, and what was decided","scope":"read","path":[],"taken":"query","flags":[{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"offset","kind":"integer","about":"How many to leave out at the beginning"},{"field":"cursor","kind":"text","about":"The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go"},{"field":"status","kind":"text","words":["open","decided","expired","ended"],"about":"Only those in this status"}],"answer":"list"},
  {"name":"get","resource":"proposals","method":"get","about":"Read a proposal with the checks of what waits","scope":"read","path":["id"],"taken":"nothing","flags":[],"answer":"json"},
];
