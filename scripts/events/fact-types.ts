import * as ts from 'typescript';
import { commentOf, fieldsOf, type Field } from './fields-of';

export interface FactType {
  readonly name: string;
  readonly meaning: string;
  /** Where it is declared, from the repository's root. */
  readonly file: string;
  readonly fields: readonly Field[];
}

/** A stream type as a library's `events.ts` exports it. */
export interface StreamFacts {
  readonly library: string;
  readonly exportedAs: string;
  readonly meaning: string;
  readonly facts: readonly FactType[];
}

export interface FactTypes {
  readonly streams: readonly StreamFacts[];
  /** The fields of every fact, `data` left unexplained. */
  readonly recorded: readonly Field[];
}

const recordedFile = 'libs/event-store/recorded-fact.ts';

/** What the sources of these libraries say of their facts. Throws for a fact that `events.ts` does not export under its own name. */
export function factTypesOf(libraries: readonly string[]): FactTypes {
  const doors = libraries.map((library) => `libs/${library}/events.ts`);
  const program = ts.createProgram([...doors, recordedFile], compilerOptions());
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): readonly ts.Symbol[] => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing`);
    return checker.getExportsOfModule(module).map((symbol) => original(checker, symbol));
  };
  const recorded = exportsOf(recordedFile).find(({ name }) => name === 'FactRecord');
  if (!recorded) throw new Error(`${recordedFile} exports no FactRecord`);
  return {
    streams: libraries.flatMap((library) => streamsOf(checker, library, exportsOf(`libs/${library}/events.ts`))),
    recorded: fieldsOf(checker, checker.getDeclaredTypeOfSymbol(recorded)),
  };
}

function streamsOf(checker: ts.TypeChecker, library: string, exported: readonly ts.Symbol[]): readonly StreamFacts[] {
  return exported.flatMap((symbol): readonly StreamFacts[] => {
    const type = symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined;
    if (type?.symbol?.name !== 'StreamType') return [];
    const [, union] = checker.getTypeArguments(type as ts.TypeReference);
    const names = (union?.isUnion() ? union.types : union ? [union] : []).map((fact) => literalOf(checker, fact));
    const declared = names.map((name) => {
      const fact = exported.find((candidate) => candidate.name === name);
      if (!fact?.declarations?.[0]) throw new Error(`libs/${library}/events.ts does not export the fact ${name} under its name`);
      return { fact, declaration: fact.declarations[0] };
    });
    const inSourceOrder = declared.sort((one, other) => one.declaration.pos - other.declaration.pos);
    const facts = inSourceOrder.map(({ fact, declaration }) => factType(checker, fact, declaration));
    return [{ library, exportedAs: symbol.name, meaning: commentOf(checker, symbol), facts }];
  });
}

function factType(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration): FactType {
  const data = checker.getDeclaredTypeOfSymbol(symbol).getProperty('data');
  if (!data) throw new Error(`${symbol.name} has no data`);
  const file = declaration.getSourceFile().fileName.replace(`${process.cwd()}/`, '');
  return { name: symbol.name, meaning: commentOf(checker, symbol), file, fields: fieldsOf(checker, checker.getTypeOfSymbol(data)) };
}

function literalOf(checker: ts.TypeChecker, fact: ts.Type): string {
  const property = fact.getProperty('type');
  const type = property && checker.getTypeOfSymbol(property);
  if (!type?.isStringLiteral()) throw new Error(`The type of ${checker.typeToString(fact)} is no literal`);
  return type.value;
}

const original = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [recordedFile] }, ts.sys, process.cwd());
  return { ...options, types: [], noEmit: true, incremental: false };
}
