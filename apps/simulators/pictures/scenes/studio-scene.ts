import type { Palette } from '../palette';
import type { SeededChoices } from '../seeded-choices';

/** Cloth or paper with a printed pattern, and what made it. */
export function studioScene(random: SeededChoices, { far, middle, near, bright, light }: Palette): string {
  const turn = random.between(-8, 8);
  const motif = random.pick([leaf, blossom, weave]);
  const colours = [random.pick([near, bright]), random.pick([middle, bright])] as const;
  const print = random.times(54, (n) => {
    const [x, y] = [(n % 6) * 88 + 44, Math.floor(n / 6) * 88 + 44];
    return `<g transform="translate(${x} ${y}) rotate(${(n % 2) * 180 + random.between(-5, 5)})">${motif(colours[n % 2] ?? near)}</g>`;
  });
  const drops = random.times(
    9,
    () =>
      `<circle cx="${random.between(20, 580)}" cy="${random.between(20, 880)}" r="${random.between(3, 14)}" fill="${random.pick([bright, middle])}" opacity="0.6"/>`,
  );
  return `<rect width="600" height="900" fill="${far}"/>${drops}
<g transform="rotate(${turn} 300 450)"><rect x="44" y="54" width="528" height="792" fill="${near}" opacity="0.25"/>
<rect x="36" y="42" width="528" height="792" fill="${light}"/><g transform="translate(36 42)">${print}</g>
<path d="M36 42h528M36 834h528" stroke="${middle}" stroke-width="10" stroke-dasharray="14 8"/></g>
${brush(random.between(60, 200), random.between(20, 60), { far, middle, near, bright, light })}`;
}

const leaf = (colour: string): string =>
  `<path d="M0-36q30 36 0 72q-30-36 0-72z" fill="${colour}"/><path d="M0-24v60" stroke="#fff" stroke-width="3" opacity="0.7"/>`;

const blossom = (colour: string): string =>
  [0, 72, 144, 216, 288].map((turn) => `<ellipse cy="-20" rx="11" ry="18" fill="${colour}" transform="rotate(${turn})"/>`).join('') +
  '<circle r="8" fill="#fff" opacity="0.85"/>';

const weave = (colour: string): string =>
  `<path d="M-34-20h68M-34 0h68M-34 20h68" stroke="${colour}" stroke-width="9" stroke-linecap="round"/><path d="M-20-32v64M20-32v64" stroke="${colour}" stroke-width="5" opacity="0.55"/>`;

const brush = (x: number, turn: number, { near, bright, middle }: Palette): string =>
  `<g transform="translate(${x} 640) rotate(${turn})"><rect x="-13" width="26" height="330" rx="13" fill="${near}"/><rect x="-18" y="-40" width="36" height="56" fill="${middle}"/><path d="M-18-40q-6-70 18-110q24 40 18 110z" fill="${bright}"/></g>`;
