const digits = 25;

/** The id of a simulated board, user or pin, from a UUID: 26 digits, so never one of the platform's own, which are below 2^64. */
export function simulatedId(uuid: string): string {
  const number = BigInt(`0x${uuid.replaceAll('-', '').slice(-20)}`);
  return `9${number.toString().padStart(digits, '0')}`;
}

/** True for the text of an id that `simulatedId` may have made. */
export const isSimulatedId = (text: string): boolean => /^9\d{25}$/.test(text);
