import type { Schedule } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { useWrite } from '../data/use-write';
import { WhenField } from '../pins/when-field';
import { whenOf, type TypedTime } from '../pins/when-of';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { momentsAt, wallTime } from '../shown/wall-time';
import { useZone } from '../shown/zone';

interface MoveDialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

/** Gives a schedule another time of the chosen zone. */
export function MoveDialog({ schedule, onClose, onMoved }: MoveDialogProps) {
  const zone = useZone(useMe().user.timezone);
  const [time, setTime] = useState<TypedTime>(() => typedTimeOf(schedule.run_at, zone));
  const when = whenOf(time, zone);
  const write = useWrite(
    (moment: Date) => client.schedules.update(schedule.id, { run_at: moment }),
    () => {
      onMoved();
      onClose();
    },
  );
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (when.kind === 'at') void write.run(when.moment);
  };
  return (
    <Dialog title="Move the schedule" onClose={onClose} isBusy={write.isBusy}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && <Failure error={write.failure} what="It was not moved" />}
        <WhenField {...{ time, zone, when }} isNeeded onChange={setTime} />
        <div className="actions">
          <button type="button" disabled={write.isBusy} onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy || when.kind !== 'at'}>
            Move it
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A moment as the field has it, to the minute. */
function typedTimeOf(moment: Date, zone: string): TypedTime {
  const local = wallTime(moment, zone).slice(0, 16).replace(' ', 'T');
  const minute = Math.floor(moment.getTime() / 60_000);
  const which = momentsAt(local, zone).findIndex((each) => Math.floor(each.getTime() / 60_000) === minute);
  return { local, which: which < 0 ? null : which };
}
