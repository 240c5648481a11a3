import ts from 'typescript';
import { readSourceFiles, type SourceFile } from './source-files';

const moved = /moveTables\('[^']+', '([a-z_]+)', \[([^\]]*)\]/g;
const made = /\b(?:table|view|function|sequence) (?:if not exists )?([a-z_]+)\.([a-z_]+)/g;
const declared = /\btableFrom<.+>\(\)\(\{\s*name: '([a-z_]+)'/g;
const named = /(?<![\w/.@-])([a-z_]+)\.([a-z][a-z_0-9]*)(?![\w-]|\.[a-z])/g;
/** Read models have these two schemas in common; `service` is what releases up to 1.58 had. */
const readModelSchemas = ['read', 'projection'];
const noOwners = [...readModelSchemas, 'analytics', 'service'];

/** Every TypeScript file of libs, apps and projections. */
export const ownedFiles = (): SourceFile[] => readSourceFiles(['libs', 'apps', 'projections']);

/** Tables, views and functions that a text names and another owner has, one line each. */
export function ownedTableCrossings(files: readonly SourceFile[]): string[] {
  const [models, things] = [readModels(files), ownedThings(files)];
  return files.flatMap(({ path, text }) => {
    const owner = ownerOf(path);
    const joined = joinedModels(path, text);
    const found = new Set<string>();
    for (const [thing, schema = '', table = ''] of stringsOf(path, text).flatMap((string) => [...string.matchAll(named)])) {
      const isModel = readModelSchemas.includes(schema);
      const model = table.replace(/_v\d+(_b\d+)?$/, '');
      const other = isModel ? models.get(model) : things.get(thing);
      if (other === undefined || other === owner || (isModel && joined.includes(model))) continue;
      found.add(`${path}: ${thing} is of ${other}`);
    }
    return [...found];
  });
}

/** The owner of everything that migrations make or move, by its name with the schema: the library whose migration it is. */
export function ownedThings(files: readonly SourceFile[]): Map<string, string> {
  const migrations = files.filter(({ path }) => /\.migrations?\.ts$|^libs\/read-store\/migrations\/migrate\.ts$/.test(path));
  return new Map(
    migrations.flatMap(({ path, text }) => {
      const targets = [...text.matchAll(moved)].flatMap(([, schema = '', list = '']) =>
        [...list.matchAll(/to: '([a-z_]+)'/g)].map(([, table = '']) => `${schema}.${table}`),
      );
      const own = [...text.matchAll(made)]
        .filter(([, schema = '']) => !noOwners.includes(schema))
        .map(([, schema, thing]) => `${schema}.${thing}`);
      return [...targets, ...own].map((thing) => [thing, ownerOf(path)] as const);
    }),
  );
}

/** A folder of libs, apps or projections. */
const ownerOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The owner of each read model's tables: the folder that declares them. */
function readModels(files: readonly SourceFile[]): Map<string, string> {
  const declaring = files.filter(({ path }) => path.endsWith('.tables.ts'));
  return new Map(
    declaring.flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, table = '']) => [table, ownerOf(path)] as const)),
  );
}

/** What a query of a read model says it joins: the views of other read models are stable, their tables are not. */
function joinedModels(path: string, text: string): string[] {
  const said = /^projections\/.*\.query\.ts$/.test(path) ? /^\/\/ Joins read models: (.+)$/m.exec(text) : null;
  return said?.[1]?.split(', ') ?? [];
}

/** What stands in quotes or in a template, without what is computed. */
function stringsOf(path: string, text: string): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) strings.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return strings;
}
