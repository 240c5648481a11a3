import type { SdkModel } from '../sdk-model';
import { writeErrors } from './write-errors';
import { writeResources } from './write-resources';
import { writeMoments, writeOperations } from './write-tables';
import { writeTypes } from './write-types';

const folder = 'packages/typescript/src/generated';
const head = '// Written by `npm run docs sdk`.\n\n';

/** The generated files of the TypeScript SDK, each with its text. */
export const typescriptFiles = (model: SdkModel): Readonly<Record<string, string>> => ({
  [`${folder}/operations.ts`]: head + writeOperations(model),
  [`${folder}/moments.ts`]: head + writeMoments(model),
  [`${folder}/types.ts`]: head + writeTypes(model),
  [`${folder}/resources.ts`]: head + writeResources(model),
  [`${folder}/error-classes.ts`]: head + writeErrors(model),
});
