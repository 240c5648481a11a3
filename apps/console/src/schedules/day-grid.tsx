import type { CalendarDay } from 'pin-publishing';
import { Link } from 'wouter';
import { countText } from '../shown/count-text';
import { columnOf, dayText, weekdayText } from './month';

interface DayGridProps {
  readonly days: readonly CalendarDay[];
  readonly chosen: string;
  readonly today: string;
}

/** The days of a month in weeks, one below the other on a phone, each with what is due and what would slip. */
export const DayGrid = ({ days, chosen, today }: DayGridProps) => (
  <ol className="days">
    {days.map((day, index) => (
      <li key={day.date} style={index === 0 ? { gridColumnStart: columnOf(day.date) } : undefined}>
        <Link href={`/calendar?day=${day.date}`} title={dayText(day.date)} aria-current={day.date === chosen ? 'date' : undefined}>
          <span className={day.date === today ? 'today' : ''}>
            {weekdayText(day.date)} {Number(day.date.slice(8))}
          </span>
          {day.total > 0 && <strong>{countText(day.total)} due</strong>}
          {day.expected > 0 && day.expected !== day.total && <span className="quiet">{countText(day.expected)} out</span>}
          {day.slipping > 0 && <span className="slips">{countText(day.slipping)} late</span>}
        </Link>
      </li>
    ))}
  </ol>
);
