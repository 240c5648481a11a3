import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { setFlagsFromString } from 'node:v8';
import { startService } from './start-service';

// By default V8 lets garbage grow to three times what is in use before it collects, and does not return that memory.
setFlagsFromString('--heap-growing-percent=60');

void runHost('service', startService);
