import { documentFile, documentText } from './document-file';

/** The files that are written from the interface's document, each with its text. */
export function sdkFiles(document: object): Readonly<Record<string, string>> {
  return { [documentFile]: documentText(document) };
}
