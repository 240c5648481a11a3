import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { setFlagsFromString } from 'node:v8';
import { startApi } from './start-api';

// By default V8 lets garbage grow to three times what is in use before it collects, and does not return that memory.
setFlagsFromString('--heap-growing-percent=60');

void runHost('api', startApi);
