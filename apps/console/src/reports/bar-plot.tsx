import { Link } from 'wouter';
import { countText } from '../shown/count-text';

/** A count that opens the list of what it counts. */
export interface PlotPart {
  readonly name: string;
  readonly count: number;
  readonly href: string;
}

export interface PlotBar {
  readonly key: string;
  readonly label: string;
  /** From the ground up; of every bar the same names in the same order. */
  readonly parts: readonly PlotPart[];
}

const height = 100;
const [barWidth, gap] = [8, 2];

/** Bars one after the other in time. The table beside it says the same to who cannot see or point, so it is no stop of the keyboard. */
export function BarPlot({ bars }: { readonly bars: readonly PlotBar[] }) {
  const most = Math.max(1, ...bars.map(({ parts }) => sumOf(parts)));
  return (
    <svg className="plot" viewBox={`0 0 ${bars.length * (barWidth + gap)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ key, label, parts }, index) =>
        parts.map(({ name, count, href }, at) => {
          if (count === 0) return null;
          const below = sumOf(parts.slice(0, at));
          const [top, tall] = [height * (1 - (below + count) / most), (height * count) / most];
          return (
            <Link key={`${key} ${name}`} href={href} tabIndex={-1}>
              <rect className={name} x={index * (barWidth + gap)} y={top} width={barWidth} height={tall}>
                <title>
                  {label}: {countText(count)} {name}
                </title>
              </rect>
            </Link>
          );
        }),
      )}
    </svg>
  );
}

const sumOf = (parts: readonly PlotPart[]): number => parts.reduce((sum, { count }) => sum + count, 0);
