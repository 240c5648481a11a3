import type { Palette } from '../palette';
import type { SeededChoices } from '../seeded-choices';

/** Mountains, houses at the water, and a low sun over both. */
export function journeyScene(random: SeededChoices, { far, middle, near, bright, light }: Palette): string {
  const sun = random.between(150, 450);
  const shore = random.between(600, 650);
  const ranges = random.times(
    3,
    (n) => `<path d="${ridge(random, 330 + n * 80, 130 - n * 20)}" fill="${near}" opacity="${0.22 + n * 0.2}"/>`,
  );
  const ripples = random.times(26, () => {
    const width = random.between(20, 130);
    return `<rect x="${random.between(-20, 560)}" y="${random.between(shore + 14, 890)}" width="${width}" height="5" rx="2" fill="${light}" opacity="0.${random.between(15, 60)}"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${middle}"/><stop offset="0.75" stop-color="${far}"/><stop offset="1" stop-color="${light}"/></linearGradient>
<rect width="600" height="900" fill="url(#sky)"/><circle cx="${sun}" cy="${random.between(200, 320)}" r="${random.between(52, 78)}" fill="${bright}"/>
${random.times(5, (n) => `<path d="M${random.between(60, 520)} ${90 + n * 24}q12-12 22 0q10-12 22 0" stroke="${near}" stroke-width="4" fill="none"/>`)}
${ranges}${houses(random, shore, { far, middle, near, bright, light })}
<rect y="${shore}" width="600" height="${900 - shore}" fill="${middle}"/>
<path d="M${sun - 40} ${shore}h80l60 ${900 - shore}h-200z" fill="${bright}" opacity="0.35"/>${ripples}
${boat(random.between(120, 420), random.between(720, 800), near, light)}`;
}

function ridge(random: SeededChoices, y: number, height: number): string {
  const peaks = random.times(
    7,
    (n) => `L${n * 100 + random.between(-24, 24)} ${y - (n % 2 === 0 ? random.between(10, 40) : random.between(height / 2, height))}`,
  );
  return `M-40 900V${y}${peaks}L640 ${y}V900z`;
}

function houses(random: SeededChoices, shore: number, { far, middle, near, bright, light }: Palette): string {
  return random.times(9, (n) => {
    const [x, width, height] = [n * 68 - 10, 64, random.between(80, 170)];
    const top = shore - height;
    const wall = random.pick([far, bright, light, middle]);
    const windows = random.times(
      4,
      (at) => `<rect x="${x + 12 + (at % 2) * 24}" y="${top + 18 + Math.floor(at / 2) * 34}" width="14" height="20" fill="${near}"/>`,
    );
    return `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${wall}"/><path d="M${x - 5} ${top}l${width / 2 + 5}-34 ${width / 2 + 5} 34z" fill="${near}"/>${windows}`;
  });
}

const boat = (x: number, y: number, hull: string, sail: string): string =>
  `<path d="M${x} ${y}h120l-22 34h-76z" fill="${hull}"/><path d="M${x + 58} ${y - 6}v-100l58 100z" fill="${sail}"/><path d="M${x + 50} ${y - 6}v-78l-40 78z" fill="${sail}" opacity="0.8"/>`;
