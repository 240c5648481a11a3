import { ChoiceField, TextField } from '../shown/field';
import { Moment } from '../shown/moment';
import { momentsAt } from '../shown/wall-time';
import type { TypedTime, When } from './when-of';

interface WhenFieldProps {
  /** What happens then. */
  readonly label?: string;
  /** Seconds between times that can be chosen; whole minutes where it is not said. */
  readonly step?: number;
  readonly time: TypedTime;
  readonly zone: string;
  readonly when: When;
  /** It stands for itself: without a time there is nothing to do. */
  readonly isNeeded?: boolean;
  readonly onChange: (time: TypedTime) => void;
}

/** A time of the chosen zone. Where its clocks are put forward over it there is no such time; where they are put back there are two, and it asks which. */
export function WhenField({ label = 'Publish at', step, time, zone, when, isNeeded = false, onChange }: WhenFieldProps) {
  const { local, which } = time;
  const moments = momentsAt(local, zone);
  const isMissing = local !== '' && moments.length === 0;
  return (
    <>
      <TextField
        label={`${label} (${zone})`}
        step={step}
        required={isNeeded}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={local}
        hint={isNeeded ? undefined : 'Empty: as soon as its turn comes.'}
        fault={isMissing ? `There is no such time in ${zone}: its clocks are put forward over it.` : undefined}
        onChange={({ target }) => onChange({ local: target.value, which: null })}
      />
      {moments.length > 1 && (
        <ChoiceField
          label="This time comes twice, as clocks are put back: which one?"
          required
          value={which ?? ''}
          onChange={({ target }) => onChange({ local, which: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Choose</option>
          {moments.map((each, index) => (
            <option key={each.toISOString()} value={index}>
              {index === 0 ? 'The first' : 'The second'} ({each.toISOString()})
            </option>
          ))}
        </ChoiceField>
      )}
      {when.kind === 'at' && (
        <p className="quiet">
          That is <Moment at={when.moment} /> {zone}, {when.moment.toISOString()}.
        </p>
      )}
    </>
  );
}
