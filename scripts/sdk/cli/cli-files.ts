import type { SdkModel } from '../sdk-model';
import { cliGroups, writeGroup } from './write-group';

const folder = 'packages/cli/src/generated';
const head = '// Written by `npm run docs sdk`.\n\n';

/** The generated files of the command line, each with its text: one for each group, so that a command loads no other. */
export const cliFiles = (model: SdkModel): Readonly<Record<string, string>> =>
  Object.fromEntries<string>([
    ...cliGroups(model).map((group): [string, string] => [`${folder}/${group.name}.ts`, head + writeGroup(group, model)]),
    [`${folder}/error-meanings.ts`, head + writeMeanings(model)],
  ]);

function writeMeanings({ errors }: SdkModel): string {
  const lines = errors.map(({ code, status, message, remediation }) => `  ${code}: ${JSON.stringify([status, message, remediation])},\n`);
  return `/** Status, cause and remedy of each error code. */\nexport const errorMeanings: Readonly<Record<string, readonly [number, string, string]>> = {\n${lines.join('')}};\n`;
}
