import { errorCatalogue } from '@pps/runtime';
import { cliFiles } from './cli/cli-files';
import { documentFile, documentText } from './document-file';
import { pythonFiles } from './python/python-files';
import { readModel, type SdkDocument } from './read-model';
import { typescriptFiles } from './typescript/typescript-files';

/** The files that are written from the interface's document, each with its text. */
export function sdkFiles(document: object): Readonly<Record<string, string>> {
  const text = documentText(document);
  const model = readModel(JSON.parse(text) as SdkDocument, errorCatalogue);
  return { [documentFile]: text, ...typescriptFiles(model), ...pythonFiles(model), ...cliFiles(model) };
}
