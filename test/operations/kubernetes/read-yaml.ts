import { parseAllDocuments } from 'yaml';

/** A file cannot be read in one way only, or kustomize would not take it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The documents of a file. kustomize reads YAML nearly by version 1.1, where `yes` and `0440` are no texts; what the two versions of YAML read differently is
 * refused rather than guessed, and so are keys that stand twice.
 */
export function readYaml(text: string, file: string): unknown[] {
  const read = (version: '1.1' | '1.2') =>
    parseAllDocuments(text, { version, merge: false, strict: true, uniqueKeys: true, prettyErrors: false }) as Exclude<
      ReturnType<typeof parseAllDocuments>,
      { empty: true }
    >;
  const documents = read('1.2');
  for (const { errors, warnings } of documents) {
    const [fault] = [...errors, ...warnings];
    if (fault) throw new Unreadable(`${file}: ${fault.message}`);
  }
  const values = documents.map((document) => document.toJS() as unknown).filter((value) => value !== null);
  const older = read('1.1').map((document) => document.toJS() as unknown);
  if (JSON.stringify(values) !== JSON.stringify(older.filter((value) => value !== null)))
    throw new Unreadable(`${file}: YAML 1.1 and 1.2 read it differently; quote texts such as yes, on or 0440`);
  return values;
}
