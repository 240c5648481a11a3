import type { Schedule } from 'pin-publishing';
import { LinkAt } from '../past/link-at';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { ScheduleActions } from './schedule-actions';
import type { AskedOfSchedule } from './schedule-dialog';

interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly select: (id: string, isSelected: boolean) => void;
}

interface ScheduleTableProps {
  readonly schedules: readonly Schedule[];
  /** They are shown as they were: nothing can be changed. */
  readonly isPast?: boolean;
  readonly selection?: Selection;
  readonly ask: (asked: AskedOfSchedule) => void;
  readonly onChange: () => void;
}

/** Schedules with what became of them, and what can be done with each. */
export const ScheduleTable = ({ schedules, isPast = false, selection, ask, onChange }: ScheduleTableProps) => (
  <table>
    <thead>
      <tr>
        {selection && <th scope="col">Select</th>}
        <th scope="col">Due</th>
        <th scope="col">Title</th>
        <th scope="col">State</th>
        {!isPast && <th scope="col">Change</th>}
      </tr>
    </thead>
    <tbody>
      {schedules.map((schedule) => (
        <tr key={schedule.id}>
          {selection && (
            <td>
              <input
                type="checkbox"
                aria-label={`Select ${schedule.payload.title.slice(0, 80)}`}
                checked={selection.ids.has(schedule.id)}
                onChange={({ target }) => selection.select(schedule.id, target.checked)}
              />
            </td>
          )}
          <td className="whole">
            <LinkAt href={`/schedules/${schedule.id}`}>
              <Moment at={schedule.run_at} />
            </LinkAt>
          </td>
          <td>
            {schedule.pin_id === null ? (
              <Text length={120}>{schedule.payload.title}</Text>
            ) : (
              <LinkAt href={`/pins/${schedule.pin_id}`}>
                <Text length={120}>{schedule.payload.title}</Text>
              </LinkAt>
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
          {!isPast && (
            <td>
              <ScheduleActions {...{ schedule, ask, onChange }} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
