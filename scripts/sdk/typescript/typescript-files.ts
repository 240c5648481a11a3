import { readFileSync } from 'node:fs';
import { webhookPages } from '../../webhooks/webhook-pages';
import type { SdkModel } from '../sdk-model';
import { writeErrors } from './write-errors';
import { writeReference } from './write-reference';
import { writeResources } from './write-resources';
import { writeMoments } from './write-moments';
import { writeOperations } from './write-operations';
import { writeTypes } from './write-types';

const receiverFile = 'libs/webhook-receiver/received-event.ts';
const verifierFile = 'docs/verify-history.mjs';
const folder = 'packages/typescript/src/generated';
const head = '// Written by `npm run docs sdk`.\n\n';

/** The generated files of the TypeScript SDK, each with its text. */
export const typescriptFiles = (model: SdkModel): Readonly<Record<string, string>> => ({
  'docs/sdk-typescript.md': writeReference(model),
  [`${folder}/operations.ts`]: head + writeOperations(model),
  [`${folder}/moments.ts`]: head + writeMoments(model),
  [`${folder}/types.ts`]: head + writeTypes(model),
  [`${folder}/resources.ts`]: head + writeResources(model),
  [`${folder}/error-classes.ts`]: head + writeErrors(model),
  [`${folder}/received-event.ts`]: head + withoutHead(webhookPages()[receiverFile] ?? ''),
  [`${folder}/verify-history.ts`]: `${head}// @ts-nocheck\n\n${verifier(readFileSync(verifierFile, 'utf8'))}`,
});

const withoutHead = (text: string): string => text.replace(/^\/\/.*\n\n/, '');

/** What of the documented verifier proves a whole history, without what reads files and what it says about its command line. */
function verifier(text: string): string {
  const [begin, end] = [text.indexOf('const longestLine'), text.indexOf('// --- Proofs of parts')];
  if (begin < 0 || end < begin) throw new Error(`${verifierFile} has not the sections that it had`);
  return text.slice(begin, end).trimEnd() + '\n';
}
