import { readStartFlags } from './read-start-flags';
import { runStandalone } from './run-standalone';

const { exitCode } = readStartFlags(process.argv.slice(2));
if (exitCode === undefined) void runStandalone();
else process.exitCode = exitCode;
