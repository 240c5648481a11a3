// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const importsOperations: readonly OperationCommand[] = [
  {"name":"create-from-json","resource":"imports","method":"createFromJson","about":"Import pins from JSON","scope":"write","path":[],"taken":"body","flags":[],"answer":"json","settles":true},
  {"name":"create-from-csv","resource":"imports","method":"createFromCsv","about":"Import pins from a CSV file","scope":"write","path":[],"taken":"file","flags":[],"answer":"json","settles":true},
  {"name":"list","resource":"imports","method":"list","about":"List imports","scope":"read","path":[],"taken":"query","flags":[{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"offset","kind":"integer","about":"How many to leave out at the beginning"},{"field":"cursor","kind":"text","about":"The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go"},{"field":"status","kind":"text","words":["queued","processing","completed","completed_with_errors","failed"],"about":"Only those in this status"},{"field":"source_type","kind":"text","words":["json","csv"],"about":"Only files of this form"}],"answer":"list"},
  {"name":"get-template","resource":"imports","method":"getTemplate","about":"Download a CSV file to fill in","scope":"read","path":[],"taken":"query","flags":[{"field":"delimiter","kind":"text","words":["comma","semicolon","tab"],"about":"What separates the cells"}],"answer":"text"},
  {"name":"get","resource":"imports","method":"get","about":"Read an import","scope":"read","path":["job_id"],"taken":"nothing","flags":[],"answer":"json","settles":true},
  {"name":"get-failed-rows","resource":"imports","method":"getFailedRows","about":"Download the rows of an import that failed","scope":"read","path":["job_id"],"taken":"query","flags":[{"field":"delimiter","kind":"text","words":["comma","semicolon","tab"],"about":"What separates the cells"}],"answer":"text"},
  {"name":"cancel","resource":"imports","method":"cancel","about":"Cancel what is left of an import","scope":"write","path":["job_id"],"taken":"nothing","flags":[],"answer":"json","settles":true},
];
