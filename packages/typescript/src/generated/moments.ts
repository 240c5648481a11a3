// Written by `npm run docs sdk`.

export const momentNames =
  'at current_period_end current_period_start end failing_since forecast_until previous_end previous_start since start until';
export const opaqueNames =
  'actor after before data detail details example metadata opened payload schema';
