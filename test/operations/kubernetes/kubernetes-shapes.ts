import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/** What a value may be, as the declarations of Kubernetes say. */
export type Shape =
  | { readonly kind: 'word'; readonly word: 'string' | 'number' | 'boolean' | 'anything' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  | { readonly kind: 'named'; readonly file: string; readonly name: string };

export interface Field {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

interface Declarations {
  readonly interfaces: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  readonly aliases: ReadonlyMap<string, Shape>;
}

/** Reads the declarations of kubernetes-types and of our own for the Prometheus Operator, each file once. */
export class KubernetesShapes {
  private readonly files = new Map<string, Declarations>();
  private readonly folder = dirname(require.resolve('kubernetes-types/package.json'));
  private readonly operator = resolve(__dirname, 'prometheus-operator.fixture.ts');

  /** The shape of an object of that version and kind; null where there is none. */
  rootOf(apiVersion: string, kind: string): Shape | null {
    const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const file = group === 'monitoring.coreos.com' ? this.operator : join(this.folder, group.split('.')[0] ?? '', `${version}.d.ts`);
    if (!existsSync(file)) return null;
    const spoken = this.fieldsOf({ kind: 'named', file, name: kind })?.get('apiVersion')?.shape;
    return spoken?.kind === 'literal' && spoken.text === apiVersion ? { kind: 'named', file, name: kind } : null;
  }

  /** The fields of a named shape; null where it is another name of something else. */
  fieldsOf({ file, name }: Extract<Shape, { kind: 'named' }>): ReadonlyMap<string, Field> | null {
    return this.declarations(file).interfaces.get(name) ?? null;
  }

  /** What another name stands for. */
  aliasOf({ file, name }: Extract<Shape, { kind: 'named' }>): Shape {
    const alias = this.declarations(file).aliases.get(name);
    if (!alias) throw new Error(`${file} declares no ${name}`);
    return alias;
  }

  private declarations(file: string): Declarations {
    const known = this.files.get(file) ?? declarationsOf(file);
    this.files.set(file, known);
    return known;
  }
}

function declarationsOf(file: string): Declarations {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const imported = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const { text } = statement.moduleSpecifier;
    const from = text.startsWith('.') ? resolve(dirname(file), `${text}.d.ts`) : require.resolve(text);
    if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) imported.set(name.text, from);
  }
  const shapeOf = (node: ts.TypeNode | undefined): Shape => toShape(node, source, (name) => imported.get(name) ?? file);
  const interfaces = new Map<string, Map<string, Field>>();
  const aliases = new Map<string, Shape>();
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement)) aliases.set(statement.name.text, shapeOf(statement.type));
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const fields = statement.members.filter(ts.isPropertySignature).map((member): [string, Field] => {
      const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(source);
      return [name, { shape: shapeOf(member.type), isRequired: member.questionToken === undefined }];
    });
    interfaces.set(statement.name.text, new Map(fields));
  }
  return { interfaces, aliases };
}

function toShape(node: ts.TypeNode | undefined, source: ts.SourceFile, fileOf: (name: string) => string): Shape {
  const again = (inner: ts.TypeNode | undefined) => toShape(inner, source, fileOf);
  if (!node) return { kind: 'word', word: 'anything' };
  if (node.kind === ts.SyntaxKind.StringKeyword) return { kind: 'word', word: 'string' };
  if (node.kind === ts.SyntaxKind.NumberKeyword) return { kind: 'word', word: 'number' };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { kind: 'word', word: 'boolean' };
  if (ts.isArrayTypeNode(node)) return { kind: 'list', of: again(node.elementType) };
  if (ts.isUnionTypeNode(node)) return { kind: 'either', of: node.types.map(again) };
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return { kind: 'literal', text: node.literal.text };
  if (ts.isTypeLiteralNode(node)) {
    const [member] = node.members;
    if (member && ts.isIndexSignatureDeclaration(member)) return { kind: 'map', of: again(member.type) };
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText(source);
    if (name === 'Array') return { kind: 'list', of: again(node.typeArguments?.[0]) };
    return { kind: 'named', file: fileOf(name), name };
  }
  throw new Error(`this check cannot read the type ${node.getText(source)}`);
}
