import type { SdkModel } from '../sdk-model';
import { readFileSync } from 'node:fs';
import { pythonErrors } from './python-errors';
import { pythonEvents } from './python-events';
import { pythonModels, pythonParams } from './python-models';
import { pythonOperations } from './python-operations';
import { pythonReference } from './python-reference';
import { pythonResources } from './python-resources';

const folder = 'packages/python/pin_publishing';

/** The files of the Python SDK that are written from the model, each with its text. */
export function pythonFiles(model: SdkModel): Readonly<Record<string, string>> {
  return {
    [`${folder}/models.py`]: pythonModels(model),
    [`${folder}/params.py`]: pythonParams(model),
    [`${folder}/error_codes.py`]: pythonErrors(model),
    [`${folder}/_operations.py`]: pythonOperations(model),
    [`${folder}/resources.py`]: pythonResources(model, false),
    [`${folder}/async_resources.py`]: pythonResources(model, true),
    [`${folder}/webhook_events.py`]: pythonEvents(),
    [`${folder}/_version.py`]: `"""Written by \`npm run docs sdk\`."""\n\nVERSION = ${JSON.stringify(model.version)}\n`,
    [`${folder}/_verify_history.py`]: verifyingModule(readFileSync('docs/verify-history.py', 'utf8')),
    'packages/python/REFERENCE.md': pythonReference(model),
  };
}

/** The program that anybody verifies a history with, as a module: its types are not written in it. */
const verifyingModule = (program: string): string =>
  `# pyright: basic, reportArgumentType=false, reportOptionalSubscript=false\n# mypy: ignore-errors\n# A copy of docs/verify-history.py by \`npm run docs sdk\`.\n${program}`;
