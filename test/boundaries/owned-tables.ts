import ts from 'typescript';
import { readSourceFiles, type SourceFile } from './source-files';

const moved = /moveTables\('[^']+', '([a-z_]+)', \[([^\]]*)\]/g;
const makers = /^libs\/.*\.migrations?\.ts$|^libs\/read-store\/migrations\/migrate\.ts$|^libs\/local-event-store\/postgres\/schema\.ts$/;
/** The log's schema is a parameter; `event_store` is what it is called. */
const logSchema = /\$\{schema\}\./g;
const made = /\b(?:table|view|function|sequence) (?:if not exists )?([a-z_]+)\.([a-z_]+)/g;
const declared = /\btableFrom<.+>\(\)\(\{\s*name: '([a-z_]+)'/g;
const named = /(?<![\w/.@-])([a-z_]+)\.([a-z][a-z_0-9]*)(?![\w-]|\.[a-z])/g;
/** Read models have these two schemas in common; `service` is what releases up to 1.58 had. */
const readModelSchemas = ['read', 'projection'];
const noOwners = [...readModelSchemas, 'analytics', 'service'];

/** In SQL: what stands where a table is named, without a schema. */
const bare = /\b(?:from|join|into|update|table|truncate)\s+(?:only\s+)?([a-z_]+)(?![\w.(\x01])/g;
const isSql = /\b(?:select|insert into|update|delete from|truncate|alter table|lock table)\s/;
const bareQuery = /\b(?:db|tx|database)\('([a-z_]+)'\)/g;

/** Every TypeScript file but those of this folder, which plant names. */
export const ownedFiles = (): SourceFile[] =>
  readSourceFiles(['libs', 'apps', 'projections', 'test', 'bench', 'demo', 'scripts']).filter(
    ({ path }) => !path.startsWith('test/boundaries/'),
  );

/** A table, view or function that a file names and another owner has. */
export interface OwnedTableCrossing {
  readonly path: string;
  readonly thing: string;
  readonly owner: string;
}

export function ownedTableCrossings(files: readonly SourceFile[]): OwnedTableCrossing[] {
  const [models, things] = [readModels(files), ownedThings(files)];
  return files.flatMap(({ path, text }) => {
    const owner = ownerOf(path);
    const joined = joinedModels(path, text);
    const found = new Map<string, OwnedTableCrossing>();
    for (const [thing, schema = '', table = ''] of stringsOf(path, text).flatMap((string) => [...string.matchAll(named)])) {
      const isModel = readModelSchemas.includes(schema);
      const model = table.replace(/_v\d+(_b\d+)?$/, '');
      const other = isModel ? models.get(model) : things.get(thing);
      if (other === undefined || other === owner || (isModel && joined.includes(model))) continue;
      found.set(thing, { path, thing, owner: other });
    }
    return [...found.values()];
  });
}

/** Tables that a text names without their schema, one line each: nothing says whose they are. */
export function unqualifiedTables(files: readonly SourceFile[]): string[] {
  const tables = new Set([...readModels(files).keys(), ...[...ownedThings(files).keys()].map((thing) => thing.replace(/^.*\./, ''))]);
  return files.flatMap(({ path, text }) => {
    const inSql = stringsOf(path, text)
      .filter((string) => isSql.test(string))
      .flatMap((string) => [...string.matchAll(bare)].map(([, name = '']) => name).filter((name) => !isNamedInQuery(name, string)));
    const inCalls = [...text.matchAll(bareQuery)].map(([, name = '']) => name);
    return [...new Set([...inSql, ...inCalls])].filter((name) => tables.has(name)).map((name) => `${path}: ${name} lacks its schema`);
  });
}

/** Whether the query itself gives the name to one of its parts. */
const isNamedInQuery = (name: string, sql: string): boolean =>
  new RegExp(`\\b${name}\\s*(?:\\([^)]*\\)\\s*)?as\\s+(?:materialized\\s+)?\\(|\\) (?:as )?${name}\\b`).test(sql);

/** The owner of everything that migrations make or move, by its name with the schema: the library whose migration it is. */
export function ownedThings(files: readonly SourceFile[]): Map<string, string> {
  const migrations = files.filter(({ path }) => makers.test(path));
  return new Map(
    migrations.flatMap(({ path, text }) => {
      const targets = [...text.matchAll(moved)].flatMap(([, schema = '', list = '']) =>
        [...list.matchAll(/to: '([a-z_]+)'/g)].map(([, table = '']) => `${schema}.${table}`),
      );
      const own = [...text.replace(logSchema, 'event_store.').matchAll(made)]
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

/** What stands in quotes or in a template; `\x01` stands for what is computed, the log's schema aside. */
function stringsOf(path: string, text: string): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) strings.push(node.text);
    if (ts.isTemplateExpression(node)) strings.push(node.head.text + node.templateSpans.map(spanText).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return strings;
}

const spanText = ({ expression, literal }: ts.TemplateSpan): string => {
  const isLog = ts.isIdentifier(expression) && expression.text === 'schema' && /^\.[a-z]/.test(literal.text);
  return (isLog ? 'event_store' : '\x01') + literal.text;
};
