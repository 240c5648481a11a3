import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { setFlagsFromString } from 'node:v8';
import { startApi } from './start-api';

// Unasked, V8 lets garbage grow to three times what is in use before it collects, and keeps the room.
setFlagsFromString('--heap-growing-percent=60');

void runHost('api', startApi);
