/** Ends what was begun, the last first, each although one before it failed; then throws the first failure. */
export async function stopAll(stops: (() => Promise<unknown> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops.splice(0).reverse())
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
