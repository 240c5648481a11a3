import { runStandalone } from './run-standalone';

void runStandalone();
