const { setTimeout: delay } = require('node:timers/promises');

const minutes = 60_000;
/** Longer than nearly every file takes on a machine with no time to spare. */
const longestFileMs = 4 * minutes;

/**
 * Waits, at most for four minutes, until a month that is about to end is over: quotas are counted by months of UTC, so that what a test has used before
 * midnight is not there after it.
 */
exports.awayFromMonthEnd = async (nowMs = Date.now, pause = delay) => {
  const now = new Date(nowMs());
  const leftMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime();
  if (leftMs < longestFileMs) await pause(leftMs);
};
