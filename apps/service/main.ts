import 'reflect-metadata';
import { boundGarbage, runHost } from '@pps/runtime';
import { startService } from './start-service';

boundGarbage();

void runHost('service', startService);
