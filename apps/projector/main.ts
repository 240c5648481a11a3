import 'reflect-metadata';
import { runHost } from '@pps/runtime';
import { startProjector } from './start-projector';

void runHost('projector', startProjector);
