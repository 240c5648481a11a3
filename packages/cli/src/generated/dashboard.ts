// Written by `npm run docs sdk`.

import type { OperationCommand } from '../operations/operation-command';

export const dashboardOperations: readonly OperationCommand[] = [
  {"name":"get-summary","resource":"dashboard","method":"getSummary","about":"Summarize a range of time","scope":"read","path":[],"taken":"query","flags":[{"field":"start","kind":"moment","about":"Beginning of the range; 30 days before its end where absent. Without an offset it is local time in `tz`"},{"field":"end","kind":"moment","about":"End of the range, not in it; now where absent. At most 366 days after the beginning. Without an offset it is local time in `tz`"},{"field":"tz","kind":"text","about":"IANA name of the zone whose hours and days are shown"},{"field":"account_id","kind":"text","about":"Counts this connected account only"}],"answer":"json"},
];
