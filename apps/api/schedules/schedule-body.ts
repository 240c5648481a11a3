import { Injectable } from '@nestjs/common';
import type { ScheduleView } from '@pps/schedules/events';
import { contentBody } from '../pins/content-body';
import { PinBodies } from '../pins/pin-body';

/** Schedules as responses show them: `payload` has the fields of the pin, uploaded files by links that expire. */
@Injectable()
export class ScheduleBodies {
  constructor(private readonly pins: PinBodies) {}

  scheduleBody(schedule: ScheduleView) {
    const { content, accountId, boardId, errorCode, errorMessage } = schedule;
    return {
      id: schedule.scheduleId,
      workspace_id: schedule.projectId,
      platform_account_id: accountId,
      run_at: schedule.runAt,
      status: schedule.status,
      payload: {
        account_id: accountId,
        board_id: boardId,
        ...contentBody(content),
        media_type: content.mediaType ?? 'image',
        ...this.pins.mediaUrls(content),
        idempotency_key: schedule.idempotencyKey ?? null,
      },
      last_error: errorCode === null ? null : `${errorCode}: ${errorMessage ?? ''}`,
      error_code: errorCode,
      error_message: errorMessage,
      pin_id: schedule.pinId,
      idempotency_key: schedule.idempotencyKey ?? null,
      import_job_id: schedule.importJobId ?? null,
      fired_at: schedule.firedAt,
      created_at: schedule.createdAt,
      updated_at: schedule.updatedAt,
    };
  }
}
