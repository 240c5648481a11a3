import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { startWorker } from './start-worker';

void runHost('worker', startWorker);
