import { palettes, type Palette } from './palette';
import { gardenScene } from './scenes/garden-scene';
import { journeyScene } from './scenes/journey-scene';
import { kitchenScene } from './scenes/kitchen-scene';
import { roomScene } from './scenes/room-scene';
import { studioScene } from './scenes/studio-scene';
import { seededChoices, type SeededChoices } from './seeded-choices';

export const pictureSize = { width: 600, height: 900 } as const;

type Scene = (random: SeededChoices, palette: Palette) => string;

const scenes: readonly [Scene, ...Scene[]] = [kitchenScene, roomScene, gardenScene, journeyScene, studioScene];

const subjects: readonly (readonly [words: RegExp, scene: Scene])[] = [
  [/kitchen|recipe|cake|bread|food|soup|jelly|dinner|lemon|toast|coffee/i, kitchenScene],
  [/room|house|home|door|shelf|chair|lamp|curtain|wall|interior/i, roomScene],
  [/garden|flower|plant|herb|bulb|tree|leaf|wreath|season|autumn|spring/i, gardenScene],
  [/journey|travel|city|mountain|sea|lake|train|river|beach|sunset/i, journeyScene],
  [/studio|print|paint|wool|knit|sew|paper|calendar|craft|pattern/i, studioScene],
];

/** A picture as SVG, the same for the same seed, of what the first text speaks of that speaks of anything. */
export function drawPicture(seed: string, texts: readonly string[]): string {
  const random = seededChoices(seed);
  const palette = random.pick(palettes);
  const chosen = random.pick(scenes);
  const scene = texts.map(sceneOf).find((each) => each !== undefined) ?? chosen;
  const { width, height } = pictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene(random, palette)}</svg>`;
}

const sceneOf = (text: string): Scene | undefined => subjects.find(([words]) => words.test(text))?.[1];
