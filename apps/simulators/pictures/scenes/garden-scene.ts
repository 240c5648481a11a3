import type { Palette } from '../palette';
import type { SeededChoices } from '../seeded-choices';

/** Hills, a fence perhaps, and what flowers before them. */
export function gardenScene(random: SeededChoices, { far, middle, near, bright, light }: Palette): string {
  const hills = random.times(3, (n) => {
    const y = 380 + n * 90;
    return `<path d="M0 ${y + random.between(-30, 30)}Q150 ${y - random.between(40, 120)} 300 ${y}T600 ${y - random.between(0, 60)}V900H0z" fill="${middle}" opacity="${0.4 + n * 0.25}"/>`;
  });
  const fence =
    random.between(0, 1) === 0
      ? random.times(11, (n) => `<path d="M${n * 58 + 4} 760V560l18-22 18 22v200z" fill="${light}" opacity="0.85"/>`)
      : '';
  const stems = random.times(22, (n) =>
    flower(random, 10 + n * 27 + random.between(-8, 8), random.pick([bright, light, bright, far]), near),
  );
  return `<rect width="600" height="900" fill="${far}"/>
<circle cx="${random.between(120, 480)}" cy="${random.between(130, 240)}" r="${random.between(50, 80)}" fill="${light}"/>
${random.times(3, () => cloud(random, light))}${hills}${fence}
<path d="M0 760q300-50 600 0v140H0z" fill="${near}"/>${stems}`;
}

function flower(random: SeededChoices, x: number, petals: string, stem: string): string {
  const [height, radius] = [random.between(110, 330), random.between(11, 22)];
  const top = 880 - height;
  const leaves = `<path d="M${x} ${top + height * 0.55}q-42-14-52-56q46 6 52 56zM${x} ${top + height * 0.7}q42-14 52-56q-46 6-52 56z" fill="${stem}"/>`;
  const blossom = random.times(
    6,
    (n) =>
      `<ellipse cx="${x}" cy="${top - radius}" rx="${radius * 0.6}" ry="${radius}" fill="${petals}" transform="rotate(${n * 60} ${x} ${top})"/>`,
  );
  return `<path d="M${x} ${top}q${random.between(-20, 20)} ${height / 2} 0 ${height}" stroke="${stem}" stroke-width="6" fill="none"/>${leaves}${blossom}<circle cx="${x}" cy="${top}" r="${radius * 0.55}" fill="${stem}"/>`;
}

function cloud(random: SeededChoices, colour: string): string {
  const [x, y] = [random.between(20, 480), random.between(60, 280)];
  return `<g fill="${colour}" opacity="0.65"><circle cx="${x}" cy="${y}" r="28"/><circle cx="${x + 36}" cy="${y - 16}" r="36"/><circle cx="${x + 78}" cy="${y}" r="26"/><rect x="${x - 26}" y="${y}" width="130" height="27" rx="13"/></g>`;
}
