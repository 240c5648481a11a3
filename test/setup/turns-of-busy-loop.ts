/** How many turns of an event loop the work takes that is busy for 10 ms in each of them. */
export async function turnsOfBusyLoop(work: () => Promise<unknown>): Promise<number> {
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
