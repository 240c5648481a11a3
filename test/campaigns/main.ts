import 'reflect-metadata';
import { runNamed } from '../../scripts/named-commands';
import { campaigns } from './campaigns';

runNamed('campaign', campaigns);
