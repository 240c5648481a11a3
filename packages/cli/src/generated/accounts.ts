// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const accountsOperations: readonly OperationCommand[] = [
  {"name":"connect","resource":"accounts","method":"connect","about":"Start to connect an account","scope":"write","path":[],"taken":"query","flags":[{"field":"account_id","kind":"text","about":"The account to reconnect; it does not count toward the plan’s limit"}],"answer":"json"},
  {"name":"list","resource":"accounts","method":"list","about":"List connected accounts","scope":"read","path":[],"taken":"query","flags":[{"field":"include_revoked","kind":"boolean","about":"Lists revoked accounts, too"},{"field":"as_of","kind":"moment","about":"The state as the facts recorded until this moment say, which is not in the future; without it the present"}],"answer":"json"},
  {"name":"revoke","resource":"accounts","method":"revoke","about":"Disconnect an account","scope":"destructive","path":["account_id"],"taken":"nothing","flags":[],"answer":"empty"},
];
