import type { Schedule } from 'pin-publishing';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Failure } from '../shown/failure';
import type { AskedOfSchedule } from './schedule-dialog';

interface ScheduleActionsProps {
  readonly schedule: Schedule;
  readonly ask: (asked: AskedOfSchedule) => void;
  readonly onChange: () => void;
}

const waiting: ReadonlySet<string> = new Set(['scheduled', 'queued', 'deferred']);
const ended: ReadonlySet<string> = new Set(['done', 'failed', 'canceled']);

/** What can be done with a schedule as it stands, by whom it is allowed to. */
export function ScheduleActions({ schedule, ask, onChange }: ScheduleActionsProps) {
  const { permissions } = useMe();
  const retry = useWrite(() => client.schedules.retry(schedule.id), onChange);
  const { status, payload } = schedule;
  const name = payload.title.slice(0, 80);
  return (
    <>
      <div className="actions">
        {status === 'scheduled' && (
          <button type="button" aria-label={`Move … ${name}`} onClick={() => ask({ act: 'move', schedule })}>
            Move …
          </button>
        )}
        {status === 'failed' && permissions.can_publish && (
          <button type="button" aria-label={`Retry ${name}`} disabled={retry.isBusy} onClick={() => void retry.run()}>
            Retry
          </button>
        )}
        {waiting.has(status) && permissions.can_delete_content && (
          <button type="button" className="danger" aria-label={`Cancel … ${name}`} onClick={() => ask({ act: 'cancel', schedule })}>
            Cancel …
          </button>
        )}
        {ended.has(status) && permissions.can_delete_content && (
          <button type="button" className="danger" aria-label={`Delete … ${name}`} onClick={() => ask({ act: 'delete', schedule })}>
            Delete …
          </button>
        )}
      </div>
      {retry.failure !== undefined && <Failure error={retry.failure} what="It was not retried" />}
    </>
  );
}
