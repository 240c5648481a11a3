const hardExitWithoutParent = 5_000;

/**
 * Resolves with the reason when the process is asked to stop: SIGTERM, SIGINT, or the end of stdin when `LEASH=stdin`.
 * A second signal ends the process at once; so does running on for `grace` ms (5 s without a parent) after the first.
 */
export function onStopRequest(host: NodeJS.Process, grace: number): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) host.on(signal, () => ask(signal, grace + 1_000));
    if (host.env['LEASH'] === 'stdin') {
      host.stdin.once('end', parentEnded).once('close', parentEnded).once('error', parentEnded).resume();
    }

    function parentEnded(): void {
      setTimeout(() => host.exit(1), hardExitWithoutParent).unref();
      if (!asked) ask('parent ended', grace + 1_000);
    }

    function ask(reason: string, limit: number): void {
      if (asked) host.exit(1);
      asked = true;
      setTimeout(() => host.exit(1), limit).unref();
      resolve(reason);
    }
  });
}
