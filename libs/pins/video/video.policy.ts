const firstPollsAfterMs = [2_000, 4_000, 8_000];
const laterPollsAfterMs = 15_000;

/** When to ask the platform for a video after so many polls: 2, 4 and 8 s, then every 15 s. */
export function nextPollAfter(polls: number, at: string): string {
  return new Date(Date.parse(at) + (firstPollsAfterMs[polls] ?? laterPollsAfterMs)).toISOString();
}
