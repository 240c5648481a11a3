import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { startApi } from './start-api';

void runHost('api', startApi);
