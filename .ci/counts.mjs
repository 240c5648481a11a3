// Prints "<passed> <failed>" from Jest's JSON report; a file that could not run counts as one failed test.
import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites);
