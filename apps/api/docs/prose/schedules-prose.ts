/** What the operations on schedules are for, what happens next, what they cost and why they refuse. */
export const schedulesProse: Readonly<Record<string, string>> = {
  createSchedule:
    'Plans a pin for a moment in the future. At `run_at` the schedule fires: it becomes a pin and uses one unit of quota then, not now; the unit is given back if that pin fails. It never fires early; after an outage it fires late, and once. Account, board, media and quota are checked now, and again when it fires. Send an `Idempotency-Key`, and a repeat gives the same schedule.',
  validateSchedule:
    'Checks a schedule as `POST /v1/schedules` would, and creates nothing. The answer is 200 also when it is not valid: read `valid` and the checks. It costs no quota.',
  listSchedules:
    'Lists the schedules of the project by `run_at`, the latest first, with filters. `X-Total-Count` tells how many there are, `X-Next-Cursor` leads to the next page. It costs nothing.',
  getSchedule:
    'Reads one schedule: `scheduled` until its time, then the state of its pin, whose id is `pin_id`. With `as_of` it shows the schedule as it was at that moment.',
  updateSchedule:
    'Changes the time or the pin of a schedule that has not fired; what is not named stays. It costs nothing. Afterwards the answer is 409 `schedule_not_editable`: change its pin instead.',
  cancelSchedule:
    'Cancels a schedule that is waiting for its time or whose pin is still waiting. That pin is deleted, and its quota given back. In any other state: 400 `bad_request`; while its pin is published: 409 `pin_publishing`.',
  retrySchedule:
    'Queues the pin of a failed schedule again, or fires a schedule that could not queue its pin. It uses one unit of quota, since that of the failed pin was given back. Only a failed schedule can be retried: else 400 `bad_request`.',
  deleteSchedule:
    'Deletes the record of a schedule that has ended; its pin stays. One that is still to come is refused with 400 `bad_request`: cancel it first.',
  cancelSchedules:
    'Cancels up to 100 schedules, each for itself: the answer tells the outcome for each id. Quota of waiting pins is given back.',
  retrySchedules:
    'Retries up to 100 failed schedules, each for itself: the answer tells the outcome for each id. Each retried one uses one unit of quota.',
  deleteSchedules: 'Deletes the records of up to 100 schedules that have ended, each for itself: the answer tells the outcome for each id.',
  getScheduleCalendar:
    'Counts the schedules of each day of a range, in the days of `tz`, by status, with how many would go out on that day and how many of it would slip, and why. Ranges of more than 92 days are refused. Only the first 10,000 that have not fired are forecast.',
  forecastSchedules:
    'Tells for the schedules of the coming days when each is expected to be published, given the rate of the account and the quota of the month, and when that quota will be used up. It reserves nothing: what is created meanwhile changes it.',
};
