import { Link } from 'wouter';
import { countText } from '../shown/count-text';
import { Text } from '../shown/text';
import type { PlotBar } from './bar-plot';

interface PlotTableProps {
  /** What its rows are, as `Day`. */
  readonly of: string;
  readonly name: string;
  readonly isOfTimes: boolean;
  readonly bars: readonly PlotBar[];
}

/** The numbers of a plot, each leading to the list of what it counts; of times the newest first. */
export const PlotTable = ({ of, name, isOfTimes, bars }: PlotTableProps) => (
  <div className="scroll plot-table" role="region" aria-label={name} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {bars[0]?.parts.map((part) => (
            <th key={part.name} scope="col">
              {part.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isOfTimes ? bars.toReversed() : bars).map(({ key, label, parts }) => (
          <tr key={key}>
            <th scope="row">
              <Text length={100}>{label}</Text>
            </th>
            {parts.map((part) => (
              <td key={part.name} className="count">
                {part.count === 0 ? '0' : <Link href={part.href}>{countText(part.count)}</Link>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
