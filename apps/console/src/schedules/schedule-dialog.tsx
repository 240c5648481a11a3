import type { Schedule } from 'pin-publishing';
import { client } from '../session/client';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Text } from '../shown/text';
import { MoveDialog } from './move-dialog';

/** What was asked of which schedule: it stays open, whatever becomes of the list meanwhile. */
export interface AskedOfSchedule {
  readonly act: 'move' | 'cancel' | 'delete';
  readonly schedule: Schedule;
}

interface ScheduleDialogProps {
  readonly asked: AskedOfSchedule;
  readonly onClose: () => void;
  readonly onChange: () => void;
  /** After it is deleted; as after a change where absent. */
  readonly onDelete?: () => void;
}

/** Moves, cancels or deletes one schedule. */
export function ScheduleDialog({ asked: { act, schedule }, onClose, onChange, onDelete = onChange }: ScheduleDialogProps) {
  const title = <Text length={120}>{schedule.payload.title}</Text>;
  if (act === 'move') return <MoveDialog schedule={schedule} onClose={onClose} onMoved={onChange} />;
  if (act === 'cancel')
    return (
      <ConfirmDialog
        title="Cancel this schedule?"
        action="Cancel the schedule"
        failed="It was not canceled"
        act={() => client.schedules.cancel(schedule.id)}
        onDone={() => {
          onClose();
          onChange();
        }}
        onClose={onClose}
      >
        <p>{title} is not published. It stays in the list as canceled.</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title="Delete this schedule?"
      action="Delete the schedule"
      failed="It was not deleted"
      act={() => client.schedules.delete(schedule.id)}
      onDone={() => {
        onClose();
        onDelete();
      }}
      onClose={onClose}
    >
      <p>{title} goes from the list; its pin stays, where it has one.</p>
    </ConfirmDialog>
  );
}
