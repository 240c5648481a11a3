import * as ts from 'typescript';

/** One field of a fact, an inner one by its path: `entries[].entryId`. */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** Its inner fields are not known to the types. */
  readonly isOpen: boolean;
  readonly meaning: string;
}

/** The fields of a type and of the objects in it, in their order in the source. */
export function fieldsOf(checker: ts.TypeChecker, type: ts.Type, parent = ''): readonly Field[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const whole = checker.getTypeOfSymbol(property);
    const alternatives = partsOf(whole).filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const path = parent + property.name;
    const field: Field = {
      path,
      type: inWords(checker, alternatives),
      isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      isOpen: alternatives.some((part) => checker.getIndexInfoOfType(part, ts.IndexKind.String) !== undefined && !isList(checker, part)),
      meaning: commentOf(checker, property) || commentOf(checker, ownType(whole)),
    };
    return [field, ...alternatives.flatMap((part) => innerFields(checker, part, path))];
  });
}

/** The JSDoc of a declaration, on one line. */
export function commentOf(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): string {
  const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
  return comment.replace(/\s+/g, ' ').trim();
}

function innerFields(checker: ts.TypeChecker, type: ts.Type, path: string): readonly Field[] {
  if (isList(checker, type)) return innerFields(checker, elementOf(checker, type), `${path}[]`);
  return isPlainObject(type) ? fieldsOf(checker, type, `${path}.`) : [];
}

function inWords(checker: ts.TypeChecker, alternatives: readonly ts.Type[]): string {
  const literals = alternatives.filter((part) => part.isStringLiteral()).map(({ value }) => `\`${value}\``);
  const others = alternatives.filter((part) => !part.isStringLiteral()).map((part) => nameOf(checker, part));
  // The compiler keeps no order of alternatives that an unrelated edit could not change.
  const named = literals
    .sort()
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
  return [...(named ? [named] : []), ...new Set(others.sort(nullLast))].join(' or ');
}

function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.BooleanLiteral) return 'boolean';
  if (type.flags & ts.TypeFlags.Unknown || checker.getBaseConstraintOfType(type)?.flags === ts.TypeFlags.Unknown) return 'any';
  if (isList(checker, type)) return `list of ${inWords(checker, partsOf(elementOf(checker, type)))}`;
  if (checker.getIndexInfoOfType(type, ts.IndexKind.String)) return 'object of any fields';
  if (isPlainObject(type)) return 'object';
  return checker.typeToString(checker.getBaseConstraintOfType(type) ?? type);
}

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const isList = (checker: ts.TypeChecker, type: ts.Type): boolean => checker.isArrayType(type);

function elementOf(checker: ts.TypeChecker, list: ts.Type): ts.Type {
  const [element] = checker.getTypeArguments(list as ts.TypeReference);
  if (!element) throw new Error(`${checker.typeToString(list)} has no element type`);
  return element;
}

const isPlainObject = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && !isOfLanguage(type.symbol);

function ownType(type: ts.Type): ts.Symbol | undefined {
  const symbol = type.aliasSymbol ?? type.symbol;
  return symbol && !isOfLanguage(symbol) ? symbol : undefined;
}

/** Whether the language's own library declares it, as it does `Date` and `Readonly`. */
const isOfLanguage = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some((declaration) => declaration.getSourceFile().hasNoDefaultLib) ?? false;

const nullLast = (one: string, other: string): number => Number(one === 'null') - Number(other === 'null') || (one < other ? -1 : 1);
