import { setFlagsFromString } from 'node:v8';
import { collectWhileIdle } from './collect-while-idle';

/**
 * From now on this process collects its old generation after 60 % growth, and all of it while it rests; by default V8 lets it grow to three times what
 * is in use, and keeps that memory.
 */
export function boundGarbage(): void {
  setFlagsFromString('--heap-growing-percent=60');
  collectWhileIdle();
}
