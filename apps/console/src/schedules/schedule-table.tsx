import type { Schedule } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { MoveDialog } from './move-dialog';

interface ScheduleTableProps {
  readonly schedules: readonly Schedule[];
  readonly onChange: () => void;
}

/** Schedules with what became of them; those that have not fired can be moved and canceled. */
export function ScheduleTable({ schedules, onChange }: ScheduleTableProps) {
  const { permissions } = useMe();
  const [moved, setMoved] = useState<Schedule | null>(null);
  const [canceled, setCanceled] = useState<Schedule | null>(null);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Title</th>
            <th scope="col">State</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <tr key={schedule.id}>
              <td className="whole">
                <Moment at={schedule.run_at} />
              </td>
              <td>
                {schedule.pin_id === null ? (
                  <Text length={120}>{schedule.payload.title}</Text>
                ) : (
                  <Link href={`/pins/${schedule.pin_id}`}>
                    <Text length={120}>{schedule.payload.title}</Text>
                  </Link>
                )}
                {schedule.error_message !== null && (
                  <p className="quiet">
                    <Text>{schedule.error_message}</Text> <code>{schedule.error_code}</code>
                  </p>
                )}
              </td>
              <td>
                <Badge>{schedule.status}</Badge>
              </td>
              <td>
                {schedule.status === 'scheduled' && (
                  <div className="actions">
                    <button type="button" aria-label={`Move … ${nameOf(schedule)}`} onClick={() => setMoved(schedule)}>
                      Move …
                    </button>
                    {permissions.can_delete_content && (
                      <button
                        type="button"
                        className="danger"
                        aria-label={`Cancel … ${nameOf(schedule)}`}
                        onClick={() => setCanceled(schedule)}
                      >
                        Cancel …
                      </button>
                    )}
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moved && <MoveDialog schedule={moved} onClose={() => setMoved(null)} onMoved={onChange} />}
      {canceled && (
        <ConfirmDialog
          title="Cancel this schedule?"
          action="Cancel the schedule"
          failed="It is still scheduled"
          act={async () => {
            await client.schedules.cancel(canceled.id);
            onChange();
          }}
          onDone={() => setCanceled(null)}
          onClose={() => setCanceled(null)}
        >
          <p>
            <Text length={120}>{canceled.payload.title}</Text> is not published. It stays in the list as canceled.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const nameOf = ({ payload }: Schedule): string => payload.title.slice(0, 80);
