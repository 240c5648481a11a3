// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const projectsOperations: readonly OperationCommand[] = [
  {"name":"create-sandbox","resource":"projects","method":"createSandbox","about":"Create the sandbox project","scope":"write","path":[],"taken":"body","flags":[{"field":"name","kind":"text","nullable":true,"about":"Sandbox where absent"}],"answer":"json"},
  {"name":"reset-sandbox","resource":"projects","method":"resetSandbox","about":"Delete everything in the sandbox","scope":"destructive","path":[],"taken":"nothing","flags":[],"answer":"json"},
  {"name":"switch","resource":"projects","method":"switch","about":"Get a token for another project","scope":"write","path":[],"taken":"body","flags":[{"field":"project_id","kind":"text","required":true,"about":"The project"},{"field":"carrier","kind":"text","words":["token","cookie"],"about":"What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read"}],"answer":"json"},
];
