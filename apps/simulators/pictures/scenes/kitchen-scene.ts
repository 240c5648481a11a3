import type { Palette } from '../palette';
import type { SeededChoices } from '../seeded-choices';

/** Something to eat on a plate, on a table before a wall. */
export function kitchenScene(random: SeededChoices, { far, middle, near, bright, light }: Palette): string {
  const table = random.between(500, 560);
  const tiles = random.times(24, (n) => {
    const [x, y] = [(n % 4) * 150, Math.floor(n / 4) * 100];
    return `<rect x="${x + 3}" y="${y + 3}" width="144" height="94" rx="6" fill="${light}" opacity="0.${random.between(20, 45)}"/>`;
  });
  const dish = random.pick([cake, loaf, bowl])(random, { far, middle, near, bright, light });
  const crumbs = random.times(
    14,
    () =>
      `<circle cx="${random.between(60, 540)}" cy="${random.between(760, 860)}" r="${random.between(2, 6)}" fill="${light}" opacity="0.7"/>`,
  );
  return `<rect width="600" height="900" fill="${far}"/>${tiles}
<rect y="${table}" width="600" height="${900 - table}" fill="${middle}"/>
<rect y="${table}" width="600" height="16" fill="${near}" opacity="0.25"/>
<ellipse cx="300" cy="738" rx="242" ry="66" fill="${near}" opacity="0.28"/>
<ellipse cx="300" cy="720" rx="240" ry="66" fill="${light}"/><ellipse cx="300" cy="716" rx="188" ry="46" fill="${far}" opacity="0.5"/>
${dish}${crumbs}`;
}

type Dish = (random: SeededChoices, palette: Palette) => string;

const cake: Dish = (
  random,
  { near, bright, light, middle },
) => `<path d="M130 700V560q0-30 30-30h280q30 0 30 30v140q-170 60-340 0z" fill="${bright}"/>
<path d="M130 625q170 60 340 0v26q-170 60-340 0z" fill="${light}" opacity="0.85"/>
<path d="M130 575q0-45 30-45h280q30 0 30 45q-30 44-62 4q-34 60-70 4q-40 62-78 2q-30 50-62-2q-30 40-68-8z" fill="${light}"/>
${random.times(7, (n) => `<circle cx="${160 + n * 46}" cy="${520 + random.between(-6, 6)}" r="${random.between(14, 22)}" fill="${n % 2 === 0 ? near : middle}"/>`)}`;

const loaf: Dish = (random, { near, bright, light }) => `<path d="M96 690q-16-170 204-176q222 6 204 176q-204 52-408 0z" fill="${near}"/>
<path d="M118 676q-6-134 182-142q190 8 182 142q-182 40-364 0z" fill="${bright}" opacity="0.85"/>
${random.times(4, (n) => `<path d="M${176 + n * 66} 640q22-${random.between(60, 84)} 54-88" stroke="${light}" stroke-width="12" stroke-linecap="round" fill="none"/>`)}
${random.times(30, () => `<circle cx="${random.between(150, 450)}" cy="${random.between(570, 660)}" r="3" fill="${light}" opacity="0.6"/>`)}`;

const bowl: Dish = (random, { near, bright, light, middle }) => `<ellipse cx="300" cy="560" rx="206" ry="56" fill="${light}"/>
<ellipse cx="300" cy="560" rx="184" ry="44" fill="${bright}"/>
${random.times(16, () => `<ellipse cx="${random.between(180, 420)}" cy="${random.between(538, 582)}" rx="${random.between(12, 26)}" ry="${random.between(8, 14)}" fill="${random.pick([near, middle, light])}"/>`)}
<path d="M94 560q206 110 412 0q-6 130-116 158q-90 22-180 0q-110-28-116-158z" fill="${near}"/>
<path d="M250 500q-26-50 6-92M320 490q-26-54 6-100" stroke="${light}" stroke-width="9" stroke-linecap="round" fill="none" opacity="0.7"/>`;
