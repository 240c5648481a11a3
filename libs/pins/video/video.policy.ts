const firstLooksAfterMs = [2_000, 4_000, 8_000];
const laterLooksAfterMs = 15_000;

/** When to ask the platform for a video after so many looks: 2, 4 and 8 s, then every 15 s. */
export function nextPollAfter(looks: number, at: string): string {
  return new Date(Date.parse(at) + (firstLooksAfterMs[looks] ?? laterLooksAfterMs)).toISOString();
}
