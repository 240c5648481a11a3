import type { PinRow } from './read-pins';

const nowhere = 'https://images.example.com/';

/** The row with a picture that can be seen: at the addresses of the example there are none, the simulator draws them. */
export const withSimulatedPicture = (row: PinRow, simulatorUrl: string): PinRow =>
  row['image_url']?.startsWith(nowhere) === true
    ? { ...row, image_url: `${simulatorUrl}/pictures/${row['image_url'].slice(nowhere.length)}` }
    : row;
