import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { listSchedules, scheduleOrder } from '@projections/schedules/list-schedules.query';
import type { ScheduleView } from '@pps/schedules/events';
import {
  cancelSchedule,
  createSchedule,
  editSchedule,
  findSchedule,
  forecastSchedules,
  notInFuture,
  type ScheduleRequest,
} from '@pps/use-cases';
import { checkInput } from '../../http/check-input';
import { contentFilterOf } from '../../lists/content-filter';
import { pageCursorOf, pageCursorText } from '../../lists/page-cursor';
import { mergeChanges } from '../../pins/merge-changes';
import { decodeScheduleRequest, scheduleRequestOf } from '../../schedules/decode-schedule-request';
import { EditScheduleDto } from '../../schedules/schedule-changes.controller';
import { ListSchedulesDto } from '../../schedules/schedule-list';
import { contentChangesOf, scheduleItem } from '../../proposals/decode-proposal';
import { contentSchemas, neededOfPin, pinRequestSchemas } from '../content-schema';
import { idArgument } from '../id-argument';
import { repeatedSchema } from '../pin-brief';
import { orProposal } from '../proposal-brief';
import { scheduleBrief, scheduleSchemas } from '../schedule-brief';
import {
  countSchema,
  flagSchema,
  listOf,
  momentSchema,
  objectSchema,
  orNull,
  resultSchema,
  said,
  textSchema,
  uuidSchema,
  type Tool,
  type WriteKey,
} from '../tool';
import { keySchemas, splitKey, withWriteKey, writeKeyOf } from '../write-key';

const runAt = said(momentSchema, 'With its offset from UTC.');
const inBody = { loc: ['body'], unknownFields: 'refuse' } as const;
const schedule = resultSchema(scheduleSchemas);

function requireFuture(now: Date, runAt: string): void {
  if (Date.parse(runAt) <= now.getTime()) throw notInFuture(['body']);
}

const created: Tool = {
  name: 'schedule_pin',
  title: 'Schedule a pin',
  description: 'Queues one pin at a time in the future.',
  set: 'core',
  scope: 'write',
  effect: 'adds',
  checksItself: true,
  input: objectSchema({ run_at: runAt, ...pinRequestSchemas, ...keySchemas }, ['run_at', ...neededOfPin]),
  output: orProposal(resultSchema({ ...scheduleSchemas, repeated: repeatedSchema, key: textSchema })),
  async proposes({ app }, { principal, args }) {
    const { key, again, rest } = splitKey(args);
    const asked = await decodeScheduleRequest(rest, undefined, app.clock());
    requireFuture(app.clock(), asked.runAt);
    const named = nameOfSchedule(principal, { key, again }, asked);
    return { items: [scheduleItem({ ...asked, idempotencyKey: named.key })], named };
  },
  async run(parts, { principal, args }) {
    const { app } = parts;
    const { key, again, rest } = splitKey(args);
    const asked = await decodeScheduleRequest(rest, undefined, app.clock());
    const named = nameOfSchedule(principal, { key, again }, asked);
    const request = { ...asked, idempotencyKey: named.key };
    const made = await withWriteKey(named, () => createSchedule(app, principal, request));
    const brief = scheduleBrief(parts, made.schedule);
    const next = made.replayed ? `The same call was made before and this is what it made. ${brief.next}` : brief.next;
    return { ...brief, next, repeated: made.replayed, key: named.key };
  },
};

function nameOfSchedule(
  principal: Principal,
  { key, again }: { readonly key?: string | undefined; readonly again: boolean },
  { accountId, boardId, content, runAt, idempotencyKey }: ScheduleRequest,
): WriteKey {
  return writeKeyOf(principal, { key: key ?? idempotencyKey ?? undefined, again }, 'schedule', accountId, boardId, content, runAt);
}

const listed: Tool = {
  name: 'list_schedules',
  title: 'List schedules',
  description: 'Schedules, the latest first, narrowed by what is given.',
  set: 'schedules',
  scope: 'read',
  effect: 'reads',
  checksItself: true,
  input: objectSchema({
    status: scheduleSchemas.status,
    account_id: uuidSchema,
    since: said(momentSchema, 'Due since.'),
    until: momentSchema,
    q: textSchema,
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    cursor: textSchema,
  }),
  output: resultSchema({ schedules: listOf(schedule), total: countSchema, next_cursor: orNull(textSchema) }),
  async run(parts, { principal, args }) {
    const { app } = parts;
    const query = await checkInput(ListSchedulesDto, { limit: 20, ...args }, inBody);
    const { sort } = query;
    const cursor = pageCursorOf(query, { sort, types: scheduleOrder(sort).types });
    const filter = await contentFilterOf(app, principal, { ...query, limit: Math.min(query.limit, 50) });
    await app.freshness.wait('schedules', principal);
    const { schedules, total, next } = await listSchedules(app.db, { ...filter, cursor });
    return {
      schedules: schedules.map((each) => scheduleBrief(parts, each)),
      total,
      next_cursor: next ? pageCursorText(next) : null,
    };
  },
};

const forecast: Tool = {
  name: 'forecast_schedules',
  title: 'Forecast schedules',
  description: 'When the schedules of the next days would really go, given quota and pace: those that would slip.',
  set: 'schedules',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ days: { type: 'integer', minimum: 1, maximum: 31 } }),
  output: resultSchema({
    on_time: countSchema,
    late: listOf(resultSchema({ schedule_id: uuidSchema, run_at: momentSchema, expected_at: momentSchema, reason: orNull(textSchema) })),
    more_late: countSchema,
    quota_exhausted_at: orNull(momentSchema),
    next: textSchema,
  }),
  async run({ app }, { principal, args }) {
    const { items, quotaExhaustedAtMs } = await forecastSchedules(app, principal, Number(args['days'] ?? 7));
    const late = items.filter(({ expectedAtMs, runAtMs }) => expectedAtMs - runAtMs > lateFromMs);
    return {
      on_time: items.length - late.length,
      late: late.slice(0, mostLate).map(({ scheduleId, runAtMs, expectedAtMs, reason }) => ({
        schedule_id: scheduleId,
        run_at: new Date(runAtMs).toISOString(),
        expected_at: new Date(expectedAtMs).toISOString(),
        reason,
      })),
      more_late: Math.max(0, late.length - mostLate),
      quota_exhausted_at: quotaExhaustedAtMs === null ? null : new Date(quotaExhaustedAtMs).toISOString(),
      next: late.length === 0 ? 'Nothing slips.' : 'Move what is late with update_schedule, or spread it.',
    };
  },
};

const lateFromMs = 60_000;
const mostLate = 50;

const update: Tool = {
  name: 'update_schedule',
  title: 'Change a schedule',
  description: 'Changes when a schedule fires and what it shows; fields that are left out stay.',
  set: 'schedules',
  scope: 'write',
  effect: 'changes',
  checksItself: true,
  input: objectSchema({ id: uuidSchema, run_at: runAt, board_id: textSchema, ...contentSchemas }, ['id']),
  output: orProposal(resultSchema({ ...scheduleSchemas, repeated: said(flagSchema, 'It was so already.'), key: textSchema }, 'key')),
  async proposes({ app }, { principal, args: { id: given, ...fields } }) {
    const { scheduleId } = await findSchedule(app, principal, idArgument(given));
    const { board_id: boardId, run_at: moment, ...content } = await checkInput(EditScheduleDto, fields, inBody);
    const runAt = moment === undefined ? undefined : new Date(moment).toISOString();
    if (runAt !== undefined) requireFuture(app.clock(), runAt);
    const where = { ...(boardId !== undefined && { boardId }), ...(runAt !== undefined && { runAt }) };
    return { items: [{ action: 'change_schedule', scheduleId, ...where, changes: contentChangesOf(content) }] };
  },
  async run(parts, { principal, args: { id: given, ...fields } }) {
    const { app } = parts;
    const found = await findSchedule(app, principal, idArgument(given));
    const changes = await checkInput(EditScheduleDto, fields, inBody);
    const edit = (now: ScheduleView) => scheduleRequestOf({ run_at: now.runAt, ...mergeChanges(now, changes) }, undefined);
    const edited = await editSchedule(app, principal, found.scheduleId, edit);
    return { ...scheduleBrief(parts, edited), repeated: edited.updatedAt === found.updatedAt };
  },
};

const cancel: Tool = {
  name: 'cancel_schedule',
  title: 'Cancel a schedule',
  description: 'Takes a schedule back before it is published.',
  set: 'schedules',
  scope: 'write',
  effect: 'changes',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: resultSchema({ ...scheduleSchemas, repeated: said(flagSchema, 'It was canceled already.') }),
  async run(parts, { principal, args }) {
    const { app } = parts;
    const found = await findSchedule(app, principal, idArgument(args['id']));
    if (found.status === 'canceled') return { ...scheduleBrief(parts, found), repeated: true };
    try {
      return { ...scheduleBrief(parts, await cancelSchedule(app, principal, found.scheduleId)), repeated: false };
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'bad_request') throw error;
      // Another call of the same may have been quicker, since this one came.
      const now = await findSchedule(app, { ...principal, asOf: await app.live.head() }, found.scheduleId);
      if (now.status !== 'canceled') throw error;
      return { ...scheduleBrief(parts, now), repeated: true };
    }
  },
};

export const createScheduleTools: readonly Tool[] = [created];
export const scheduleTools: readonly Tool[] = [listed, forecast, update, cancel];
