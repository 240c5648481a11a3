import type { Palette } from '../palette';
import type { SeededChoices } from '../seeded-choices';

/** A corner to sit in, beside a window, below a lamp. */
export function roomScene(random: SeededChoices, { far, middle, near, bright, light }: Palette): string {
  const floor = random.between(690, 730);
  const isLeft = random.between(0, 1) === 0;
  const [window, chair] = isLeft ? [70, 300] : [330, 90];
  const boards = random.times(5, (n) => `<rect y="${floor + 20 + n * 40}" width="600" height="3" fill="${near}" opacity="0.25"/>`);
  return `<rect width="600" height="900" fill="${far}"/><rect y="${floor}" width="600" height="${900 - floor}" fill="${middle}"/>${boards}
<rect y="${floor - 14}" width="600" height="14" fill="${light}"/>
<g transform="translate(${window} 110)"><rect width="200" height="290" rx="100" fill="${light}"/>
<circle cx="${random.between(60, 140)}" cy="96" r="34" fill="${bright}" opacity="0.85"/>
<path d="M0 220q50-60 100-20t100-10v100H0z" fill="${middle}" opacity="0.75"/>
<path d="M100 0v290M0 150h200" stroke="${near}" stroke-width="8"/><rect x="-14" y="290" width="228" height="16" fill="${near}"/></g>
${frame(random, isLeft ? 380 : 90, { far, middle, near, bright, light })}
<ellipse cx="300" cy="${floor + 96}" rx="270" ry="52" fill="${bright}" opacity="0.5"/>
<g transform="translate(${chair} ${floor - 250})"><rect x="20" width="180" height="210" rx="60" fill="${near}"/>
<rect y="120" width="54" height="140" rx="27" fill="${near}"/><rect x="166" y="120" width="54" height="140" rx="27" fill="${near}"/>
<rect x="34" y="160" width="152" height="70" rx="24" fill="${bright}"/><path d="M40 262l-8 46M180 262l8 46" stroke="${near}" stroke-width="12"/>
<rect x="64" y="92" width="92" height="80" rx="18" fill="${light}" transform="rotate(${random.between(-14, 14)} 110 132)"/></g>
${plant(random, isLeft ? 130 : 470, floor + 40, near, bright)}`;
}

function frame(random: SeededChoices, x: number, { middle, near, bright, light }: Palette): string {
  const height = random.between(120, 170);
  return `<rect x="${x}" y="180" width="130" height="${height}" fill="${light}" stroke="${near}" stroke-width="8"/>
<circle cx="${x + 65}" cy="${180 + height / 2}" r="${random.between(24, 38)}" fill="${bright}"/><path d="M${x + 4} ${176 + height}l40-46 34 30 28-22 20 38z" fill="${middle}"/>`;
}

function plant(random: SeededChoices, x: number, y: number, dark: string, pot: string): string {
  const leaves = random.times(9, (n) => {
    const turn = -72 + n * 18 + random.between(-6, 6);
    return `<path d="M0 0q-26-${random.between(80, 110)} 0-${random.between(150, 220)}q26 90 0 190z" fill="${dark}" opacity="0.8" transform="rotate(${turn})"/>`;
  });
  return `<g transform="translate(${x} ${y})">${leaves}<path d="M-46-10h92l-14 96h-64z" fill="${pot}"/></g>`;
}
