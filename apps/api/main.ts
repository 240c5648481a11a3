import 'reflect-metadata';
import { boundGarbage, runHost } from '@pps/runtime';
import { startApi } from './start-api';

boundGarbage();

void runHost('api', startApi);
