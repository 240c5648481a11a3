import { type ValidationError, getMetadataStorage, type ValidatorConstraintInterface } from 'class-validator';
import type { FieldError } from '@pps/kernel';
import { suggestion } from './suggest-name';

type Loc = FieldError['loc'];

const typeConstraints = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject', 'nestedValidation', 'unknownValue'];

const typeOfConstraint: Readonly<Record<string, string>> = {
  whitelistValidation: 'unknown_field',
  isString: 'string_type',
  isInt: 'int_type',
  isNumber: 'number_type',
  isBoolean: 'bool_type',
  isArray: 'list_type',
  isObject: 'object_type',
  nestedValidation: 'object_type',
  unknownValue: 'object_type',
  isDefined: 'missing',
  isNotEmpty: 'string_too_short',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  isLength: 'string_length',
  textLength: 'string_length',
  matches: 'string_pattern_mismatch',
  isIn: 'enum',
  isEnum: 'enum',
  isUuid: 'uuid_parsing',
  datetimeParsing: 'datetime_parsing',
  isUrl: 'url_parsing',
  isEmail: 'email_parsing',
  min: 'greater_than_equal',
  max: 'less_than_equal',
  arrayMinSize: 'too_short',
  arrayMaxSize: 'too_long',
  arrayUnique: 'not_unique',
};

/** class-validator's tree of errors as the interface's flat list; the wrong type of a field, or of an item of a list, hides what else is wrong with that. */
export function fieldErrorsOf(errors: readonly ValidationError[], loc: Loc): FieldError[] {
  return errors.flatMap((error) => {
    const here = [...loc, nameOf(error)];
    return [...ownErrors(error, here), ...(error.constraints?.['isArray'] ? [] : fieldErrorsOf(error.children ?? [], here))];
  });
}

function ownErrors(error: ValidationError, loc: Loc): FieldError[] {
  const { constraints = {}, value } = error;
  const failed = Object.entries(constraints);
  if (value === undefined && failed.some(([name]) => name in typeOfConstraint && name !== 'whitelistValidation')) {
    return [{ loc, msg: `${String(loc.at(-1))} is required`, type: 'missing' }];
  }
  const wrongType = failed.find(([name]) => typeConstraints.includes(name));
  if (!wrongType) return failed.flatMap(errorsOf);
  const wrongItems = faultyItems(error, wrongType[0]);
  if (wrongItems === null) return errorsOf(wrongType);
  const others = failed.filter((constraint) => constraint !== wrongType).flatMap(errorsOf);
  return [...errorsOf(wrongType), ...others.filter((other) => !wrongItems.includes(Number(other.loc[loc.length])))];

  function errorsOf([name, message]: readonly [string, string]): FieldError[] {
    const items = faultyItems(error, name);
    if (items === null) return [{ loc, msg: messageOf(error, name, message), type: typeOf(name) }];
    return items.map((index) => {
      const meant = name === 'isIn' ? suggestion((value as unknown[])[index], allowedValues(error)) : '';
      return { loc: [...loc, index], msg: `${index} ${message.replace(ofEach, '')}${meant}`, type: typeOf(name) };
    });
  }
}

/** How class-validator, and we like it, begin what is wrong with one of several. */
const ofEach = /^each (value in|of) \S+ /;

function messageOf(error: ValidationError, constraint: string, message: string): string {
  if (constraint === 'whitelistValidation')
    return `${error.property} is not a known field${suggestion(error.property, absentFields(error))}`;
  return constraint === 'isIn' ? message + suggestion(error.value, allowedValues(error)) : message;
}

/** The fields of the class that the input does not have: one of those an unknown field may have been meant for. */
function absentFields({ target }: ValidationError): readonly string[] {
  const given = Object(target) as Readonly<Record<string, unknown>>;
  const names = new Set(metadataOf(target).map(({ propertyName }) => propertyName));
  return [...names].filter((name) => given[name] === undefined).map(snakeCase);
}

/** What a field takes, where it takes one of some values. */
function allowedValues({ target, property }: ValidationError): readonly unknown[] {
  const listed = metadataOf(target).find(({ propertyName, name }) => propertyName === property && name === 'isIn');
  const [values] = (listed?.constraints ?? []) as unknown[];
  return Array.isArray(values) ? values : [];
}

const metadataOf = (target: object | undefined) =>
  target ? getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false) : [];

function typeOf(constraint: string): string {
  return (Object.hasOwn(typeOfConstraint, constraint) && typeOfConstraint[constraint]) || snakeCase(constraint);
}

function nameOf({ property, target, constraints }: ValidationError): string | number {
  if (Array.isArray(target)) return Number(property);
  return constraints?.['whitelistValidation'] ? property : snakeCase(property);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const mostItems = 100;

/**
 * Which items of a list do not meet a constraint that is one of each item; null for a constraint of the list itself, and for what is no list. At most the
 * first 100.
 */
function faultyItems({ target, property, value }: ValidationError, constraint: string): readonly number[] | null {
  if (!Array.isArray(value) || !target) return null;
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(target.constructor, '', false, false)) {
    if (metadata.propertyName !== property || !metadata.each || !metadata.constraintCls) continue;
    const named = storage.getTargetValidatorConstraints(metadata.constraintCls as () => void).find(({ name }) => name === constraint);
    if (!named) continue;
    const args = { targetName: target.constructor.name, property, object: target, constraints: (metadata.constraints ?? []) as unknown[] };
    return indicesWhere(value, (item) => !named.instance.validate(item, { ...args, value: item }));
  }
  return null;
}

function indicesWhere(
  items: readonly unknown[],
  isFaulty: (item: unknown) => ReturnType<ValidatorConstraintInterface['validate']>,
): number[] {
  const found: number[] = [];
  for (let index = 0; index < items.length && found.length < mostItems; index += 1) if (isFaulty(items[index])) found.push(index);
  return found;
}
