/** The colours of one picture: what is far, what lies between, what is near, what stands out, and the light. */
export interface Palette {
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly bright: string;
  readonly light: string;
}

const paletteOf = (colours: string): Palette => {
  const [far = '', middle = '', near = '', bright = '', light = ''] = colours.split(' ').map((colour) => `#${colour}`);
  return { far, middle, near, bright, light };
};

export const palettes: readonly [Palette, ...Palette[]] = [
  paletteOf('f3d9b1 c98b5a 5a3b2e e8734a fff3dc'),
  paletteOf('cfe3e2 7fa8a3 2f4f4f f2b84b f8f4e6'),
  paletteOf('f6cfc4 d98c8c 5b3a4e f4a259 fff0e8'),
  paletteOf('d7e3c4 8aa86a 38512f e4c04a fbf8e4'),
  paletteOf('c9d6ef 7d93c4 2f3a63 f28f6b f5f2ff'),
  paletteOf('f1e3cf b9a58a 4c4238 b5523b fffaf0'),
  paletteOf('e2d3ea a487b8 46325c f2c14e fbf3ff'),
];
