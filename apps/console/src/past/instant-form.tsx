import { useState, type FormEvent } from 'react';
import { WhenField } from '../pins/when-field';
import { whenOf } from '../pins/when-of';
import { useMe } from '../session/console-session';
import { serverNow } from '../session/server-now';
import { wallTime } from '../shown/wall-time';
import { useZone } from '../shown/zone';

interface InstantFormProps {
  readonly label: string;
  readonly action: string;
  readonly begin: Date;
  readonly onChoose: (at: Date) => void;
  readonly onClose: () => void;
}

/** Chooses a moment that is over, in the zone that times are shown in. */
export function InstantForm({ label, action, begin, onChoose, onClose }: InstantFormProps) {
  const zone = useZone(useMe().user.timezone);
  const [time, setTime] = useState(() => ({ local: wallTime(begin, zone).replace(' ', 'T'), which: null as number | null }));
  const when = whenOf(time, zone);
  const isOver = when.kind === 'at' && when.moment.getTime() <= serverNow().getTime();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (when.kind === 'at' && isOver) onChoose(when.moment);
  };
  return (
    <form onSubmit={submit}>
      <WhenField label={label} step={1} time={time} zone={zone} when={when} isNeeded onChange={setTime} />
      {when.kind === 'at' && !isOver && <p className="fault">That moment is still to come.</p>}
      <div className="actions">
        <button className="main" disabled={!isOver}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Leave it
        </button>
      </div>
    </form>
  );
}
