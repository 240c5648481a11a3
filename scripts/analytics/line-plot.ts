/** A line: its name and its values, one for each label of the plot. */
export interface PlottedLine {
  readonly name: string;
  readonly values: readonly number[];
}

const [width, height, left, top] = [760, 300, 56, 40];
const [innerWidth, innerHeight] = [width - left - 16, height - top - 36];
const colours = ['#0b6e99', '#c4432b', '#4f7d2f', '#8a5fa8'];

/** Lines over labels that stand in order, as SVG: the axis begins at 0, the legend stands in the first line. */
export function linePlot(title: string, labels: readonly string[], lines: readonly PlottedLine[]): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values));
  const x = (index: number): string => (left + (innerWidth * index) / Math.max(1, labels.length - 1)).toFixed(1);
  const y = (value: number): string => (top + innerHeight * (1 - value / most)).toFixed(1);
  const drawn = lines.map(({ name, values }, n) => {
    const colour = colours[n % colours.length];
    const points = values.map((value, index) => `${x(index)},${y(value)}`).join(' ');
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points}"/>
  <text x="${left + n * 130}" y="32" fill="${colour}">${name}</text>`;
  });
  const ticks = [0, 0.5, 1].map(
    (share) => `<text x="${left - 6}" y="${y(most * share)}" text-anchor="end">${Number((most * share).toFixed(1))}</text>`,
  );
  const ends = [labels[0], labels.at(-1)].map(
    (label, n) =>
      `<text x="${n === 0 ? left : width - 16}" y="${height - 12}" text-anchor="${n === 0 ? 'start' : 'end'}">${label ?? ''}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">
  <rect width="${width}" height="${height}" fill="#fff"/>
  <text x="${left}" y="16" font-weight="bold">${title}</text>
  <path d="M${left} ${top}V${top + innerHeight}H${width - 16}" fill="none" stroke="#888"/>
  ${[...drawn, ...ticks, ...ends].join('\n  ')}
</svg>
`;
}
