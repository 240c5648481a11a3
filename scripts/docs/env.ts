import { writeFileSync } from 'node:fs';
import { envExample } from '../../libs/runtime/configuration/env-example';

export async function run(): Promise<void> {
  writeFileSync('.env.example', envExample());
}
