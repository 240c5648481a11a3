// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const activityOperations: readonly OperationCommand[] = [
  {"name":"list","resource":"activity","method":"list","about":"List what happened in the project and its organization","scope":"read","path":[],"taken":"query","flags":[{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"cursor","kind":"text","about":"`next_cursor` of the page before"},{"field":"category","kind":"text","words":["security","publishing","billing","configuration","integration"],"about":"Only this category"},{"field":"action","kind":"text","about":"Only this action, as pin.published"},{"field":"resource_type","kind":"text","about":"Only what happened to resources of this kind"},{"field":"resource_id","kind":"text","about":"Only what happened to this resource"},{"field":"actor","kind":"text","about":"A kind of actor, or the id of one; the id of a user finds what the API keys of the user did, too"},{"field":"status","kind":"text","words":["success","failed","queued","canceled"],"about":"Only those in this status"},{"field":"since","kind":"moment","about":"At this moment or later"},{"field":"until","kind":"moment","about":"Before this moment"}],"answer":"list"},
];
