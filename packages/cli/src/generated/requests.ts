// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const requestsOperations: readonly OperationCommand[] = [
  {"name":"list","resource":"requests","method":"list","about":"List requests of the last 7 days","scope":"read","path":[],"taken":"query","flags":[{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"cursor","kind":"text","about":"`next_cursor` of the page before"},{"field":"request_id","kind":"text","about":"`request_id` of an error, or `X-Request-ID` of any answer"},{"field":"status","kind":"text","about":"What was answered: a status, or the first digit of it with `xx`"},{"field":"route","kind":"text","about":"The path as this document has it, also with the method before it: `POST /v1/pins`"},{"field":"key_id","kind":"text","about":"What this API key called"},{"field":"since","kind":"moment","about":"At this moment or later"},{"field":"until","kind":"moment","about":"Before this moment"}],"answer":"list"},
  {"name":"get","resource":"requests","method":"get","about":"Look up a request by its id","scope":"read","path":["request_id"],"taken":"nothing","flags":[],"answer":"json"},
];
