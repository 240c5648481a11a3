import { useEffect, useState } from 'react';
import { useZone } from '../shown/zone';
import { useMe } from '../session/console-session';
import { ChoiceField, TextField } from '../shown/field';
import { momentsAt, wallTime } from '../shown/wall-time';
import { categories, statuses, type ActivityFilterName, type ActivityFilters } from './activity-filters';

interface FormProps {
  readonly filters: ActivityFilters;
  readonly onChange: (changes: ActivityFilters) => void;
}

const typingMs = 400;
const typed: readonly (readonly [name: ActivityFilterName, label: string, hint: string])[] = [
  ['action', 'Action', 'as pin.published'],
  ['actor', 'By', 'a kind, as api_key, or an id'],
  ['resource_id', 'About the id', 'of a pin, a key, an account …'],
];

/** Narrows the activity; a text takes effect once typing rests. */
export function ActivityFilterForm({ filters, onChange }: FormProps) {
  return (
    <search className="filters">
      <ChoiceField label="Category" value={filters.category ?? ''} onChange={({ target }) => onChange({ category: target.value })}>
        <option value="">All</option>
        {categories.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </ChoiceField>
      <ChoiceField label="Result" value={filters.status ?? ''} onChange={({ target }) => onChange({ status: target.value })}>
        <option value="">All</option>
        {statuses.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </ChoiceField>
      {typed.map(([name, label, hint]) => (
        <TypedFilter key={name} {...{ label, hint }} value={filters[name] ?? ''} onRest={(value) => onChange({ [name]: value })} />
      ))}
      <TimeFilter label="From" value={filters.since} onChange={(since) => onChange({ since })} />
      <TimeFilter label="To" value={filters.until} onChange={(until) => onChange({ until })} />
      {filters.resource_type !== undefined && (
        <button type="button" onClick={() => onChange({ resource_type: '' })}>
          {filters.resource_type.slice(0, 64)} ✕
        </button>
      )}
    </search>
  );
}

interface TypedProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onRest: (value: string) => void;
}

function TypedFilter({ label, hint, value, onRest }: TypedProps) {
  const [text, setText] = useState(value);
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onRest(text.trim()), typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label={label}
      type="search"
      maxLength={64}
      placeholder={hint}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

interface TimeProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (iso: string) => void;
}

/** A time of the chosen zone; of two that clocks show, the first. */
function TimeFilter({ label, value, onChange }: TimeProps) {
  const zone = useZone(useMe().user.timezone);
  const moment = value === undefined ? null : new Date(value);
  const isMoment = moment !== null && !Number.isNaN(moment.getTime());
  return (
    <TextField
      label={label}
      type="datetime-local"
      title={zone}
      max="9999-12-31T23:59"
      value={isMoment ? wallTime(moment, zone).slice(0, 16).replace(' ', 'T') : ''}
      onChange={({ target }) => onChange(target.value === '' ? '' : (momentsAt(target.value, zone)[0]?.toISOString() ?? value ?? ''))}
    />
  );
}
