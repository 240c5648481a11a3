import { useState } from 'react';
import { isDay, dayAt } from '../schedules/month';
import { serverNow } from '../session/server-now';
import { ChoiceField, TextField } from '../shown/field';
import { daysBefore, firstDay, lastDay, rangesInDays, type ReportRange } from './report-range';

interface ReportRangeFormProps {
  readonly range: ReportRange;
  readonly zone: string;
}

/** The days of a report: the last so many, or chosen ones. */
export function ReportRangeForm({ range, zone }: ReportRangeFormProps) {
  const today = dayAt(serverNow(), zone);
  const last = rangesInDays.find((days) => range.to === today && range.from === daysBefore(today, days - 1));
  return (
    <>
      <ChoiceField
        label="Range"
        value={last ?? ''}
        onChange={({ target }) => {
          const days = Number(target.value);
          if (days > 0) range.choose(daysBefore(today, days - 1), today);
        }}
      >
        {last === undefined && <option value="">Chosen days</option>}
        {rangesInDays.map((days) => (
          <option key={days} value={days}>
            Last {days} days
          </option>
        ))}
      </ChoiceField>
      <DayField label="First day" day={range.from} onChoose={(day) => range.choose(day, range.to)} fault={range.fault ?? undefined} />
      <DayField label="Last day" day={range.to} onChoose={(day) => range.choose(range.from, day)} />
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly fault?: string | undefined;
  readonly onChoose: (day: string) => void;
}

/** A day, which counts as soon as it is a whole one; while it is typed, nothing is taken from under the keyboard. */
function DayField({ label, day, fault, onChoose }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="date"
      min={firstDay}
      max={lastDay}
      fault={fault}
      value={typed ?? day}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isDay(target.value)) onChoose(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
