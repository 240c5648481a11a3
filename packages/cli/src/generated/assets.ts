// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const assetsOperations: readonly OperationCommand[] = [
  {"name":"upload-image","resource":"assets","method":"uploadImage","about":"Upload an image","scope":"write","path":[],"taken":"file","flags":[],"answer":"json"},
  {"name":"upload-video","resource":"assets","method":"uploadVideo","about":"Upload a video","scope":"write","path":[],"taken":"file","flags":[],"answer":"json"},
  {"name":"get-content","resource":"assets","method":"getContent","about":"Download an uploaded file","scope":"read","path":["id"],"taken":"nothing","flags":[],"answer":"bytes"},
  {"name":"list","resource":"assets","method":"list","about":"List uploaded images and videos","scope":"read","path":[],"taken":"query","flags":[{"field":"limit","kind":"integer","about":"How many to answer at most"},{"field":"offset","kind":"integer","about":"How many to leave out at the beginning"},{"field":"asset_type","kind":"text","words":["image","video"],"about":"Only images, or only videos"},{"field":"q","kind":"text","about":"Part of the file name, whatever the case"},{"field":"in_use","kind":"boolean","about":"Whether pins, or schedules that have not fired, show it"},{"field":"since","kind":"moment","about":"Uploaded then or later"},{"field":"until","kind":"moment","about":"Uploaded before"},{"field":"sort","kind":"text","words":["created_at_desc","created_at_asc","name_asc","name_desc","size_desc","size_asc"],"about":"The field to order by, ascending or descending"},{"field":"cursor","kind":"text","about":"The `next_cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go"}],"answer":"list"},
  {"name":"get","resource":"assets","method":"get","about":"Read an uploaded file’s record","scope":"read","path":["id"],"taken":"nothing","flags":[],"answer":"json"},
  {"name":"delete","resource":"assets","method":"delete","about":"Delete an uploaded file","scope":"destructive","path":["id"],"taken":"query","flags":[{"field":"confirm","kind":"boolean","about":"Delete it although pins wait for it; those fail"}],"answer":"json"},
];
