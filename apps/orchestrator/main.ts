import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { startOrchestrator } from './start-orchestrator';

void runHost('orchestrator', startOrchestrator);
