/** The fewest turns of such a loop in five tries of the work at most: in one the machine may stand still. It tries no more once there are fewer than `enough`. */
export async function leastTurnsOfBusyLoop(enough: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < 5 && least >= enough; tried += 1) least = Math.min(least, await turnsOfBusyLoop(work));
  return least;
}

/** How many turns of an event loop the work takes that is busy for 10 ms in each of them. */
async function turnsOfBusyLoop(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const busy = () => {
    turns += 1;
    for (const until = performance.now() + 10; performance.now() < until;);
    turning = setImmediate(busy);
  };
  let turning = setImmediate(busy);
  await work().finally(() => clearImmediate(turning));
  return turns;
}
