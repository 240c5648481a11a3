// Does not listen to anybody: only kill -9 ends it.
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1_000);
