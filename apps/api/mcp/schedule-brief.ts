import type { ScheduleView } from '@pps/schedules/events';
import { errorCatalogueEntry } from '@pps/runtime';
import { scheduleStatuses } from '../schedules/schedule.dto';
import type { McpParts } from './mcp-parts';
import { outsideWords } from './outside-words';
import { momentSchema, orNull, outsideText, said, textSchema, uuidSchema, type JsonSchema } from './tool';

/** A schedule as tools show it. */
export const scheduleSchemas = {
  id: uuidSchema,
  status: { type: 'string', enum: scheduleStatuses },
  run_at: momentSchema,
  pin_id: said(orNull(uuidSchema), 'The pin that it became.'),
  error_code: orNull(textSchema),
  next: textSchema,
  link: textSchema,
  outside_text: outsideText,
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const scheduleBrief = ({ urlOf }: Pick<McpParts, 'urlOf'>, schedule: ScheduleView) => ({
  id: schedule.scheduleId,
  status: schedule.status,
  run_at: schedule.runAt,
  pin_id: schedule.pinId,
  error_code: schedule.errorCode,
  next: nextOf(schedule),
  link: urlOf(`/v1/schedules/${schedule.scheduleId}`),
  outside_text: outsideWords({ title: schedule.content.title, error: schedule.errorMessage }),
});

function nextOf({ status, pinId, runAt, errorCode }: ScheduleView): string {
  if (status === 'scheduled') return `It is queued at ${runAt}; until then it can be changed or canceled.`;
  if (status === 'canceled') return 'It will not be published.';
  if (status === 'done') return 'It is published.';
  if (status === 'failed') return (errorCode === null ? undefined : errorCatalogueEntry(errorCode)?.remediation) ?? 'See explain_error.';
  return pinId === null ? 'It becomes a pin in a moment.' : 'get_pin shows what becomes of its pin.';
}
