import 'reflect-metadata';
import { runNamed } from '../scripts/named-commands';
import { benches } from './benches';

runNamed('bench', benches);
