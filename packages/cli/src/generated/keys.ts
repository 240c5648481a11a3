// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const keysOperations: readonly OperationCommand[] = [
  {"name":"create","resource":"apiKeys","method":"create","about":"Create an API key","scope":"write","path":[],"taken":"body","flags":[{"field":"name","kind":"text","required":true,"about":"The name"},{"field":"scopes","kind":"texts","words":["read","write","destructive"],"nullable":true,"about":"All when absent"},{"field":"platform_account_ids","kind":"texts","nullable":true,"about":"Accounts the key may name; every one when absent"},{"field":"expires_at","kind":"moment","nullable":true,"about":"When the key stops working, with its offset from UTC: in the future, within five years. Absent: it works until it is revoked, or as long as the key that makes it"}],"answer":"json"},
  {"name":"list","resource":"apiKeys","method":"list","about":"List the API keys of the project","scope":"read","path":[],"taken":"query","flags":[{"field":"as_of","kind":"moment","about":"The state as the facts recorded until this moment say, which is not in the future; without it the present"}],"answer":"json"},
  {"name":"update","resource":"apiKeys","method":"update","about":"Change name, scopes or accounts of an API key","scope":"write","path":["key_id"],"taken":"body","flags":[{"field":"name","kind":"text","nullable":true,"about":"null leaves it"},{"field":"scopes","kind":"texts","words":["read","write","destructive"],"nullable":true,"about":"All when absent"},{"field":"platform_account_ids","kind":"texts","nullable":true,"about":"Accounts the key may name; every one when absent"}],"answer":"json"},
  {"name":"revoke","resource":"apiKeys","method":"revoke","about":"Revoke an API key","scope":"destructive","path":["key_id"],"taken":"nothing","flags":[],"answer":"empty"},
];
