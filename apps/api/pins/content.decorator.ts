import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { contentFieldList, type ContentField, type ContentFieldKind, type ContentRequest } from '@pps/pins/events';
import { IsWebAddress, TextLength } from '../http/field-rules.decorator';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';

/** A comma-separated string is the same as an array of its parts. */
const commaSeparated = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((term) => term.trim())
        .filter((term) => term !== '')
    : (value as unknown);

interface RequestedKind {
  /** What the interface's description says of it. */
  readonly described: (field: ContentField) => ApiPropertyOptions;
  readonly checks: (field: ContentField) => readonly PropertyDecorator[];
}

const mostOf = ({ name, max }: ContentField): number => {
  if (max === undefined) throw new Error(`${name} has no bound`);
  return max;
};

/** How a field of each kind is described and checked in a request. */
const requested: Readonly<Record<ContentFieldKind, RequestedKind>> = {
  text: {
    described: ({ min, max }) => ({ ...(min ? { minLength: min } : {}), maxLength: max }) as ApiPropertyOptions,
    checks: (field) => [IsString(), TextLength(field.min ?? 0, mostOf(field))],
  },
  address: {
    described: (field) => ({ format: 'uri', maxLength: mostOf(field) }),
    checks: (field) => [IsString(), IsWebAddress(), MaxLength(mostOf(field))],
  },
  id: { described: () => ({ format: 'uuid' }), checks: () => [IsUUID('loose')] },
  digits: {
    described: () => ({ pattern: '^[0-9]+$' }),
    checks: (field) => [IsString(), Matches(/^\d+$/, { message: `${field.wire} must be digits` }), MaxLength(mostOf(field))],
  },
  color: {
    described: () => ({ example: '#6E7874' }),
    checks: ({ wire }) => [
      IsString(),
      Matches(/^#?[0-9a-fA-F]{6}$/, { message: `${wire} must be 6 hex digits, in a spreadsheet with a # before them` }),
    ],
  },
  terms: {
    described: (field) => ({
      type: 'array',
      items: { type: 'string', maxLength: mostOf(field) },
      nullable: true,
      maxItems: field.most ?? 0,
      description: `An array, or one comma-separated string; at most ${field.most} terms of at most ${field.max} characters.`,
    }),
    checks: (field) => [
      Transform(commaSeparated),
      IsArray(),
      ArrayMaxSize(field.most ?? 0),
      IsString({ each: true }),
      MaxLength(mostOf(field), { each: true }),
    ],
  },
};

const nullableText = { type: String, nullable: true } as const;

/** What is said of single fields of a request beside their kind. */
const also: Readonly<Partial<Record<ContentField['wire'], ApiPropertyOptions>>> = {
  image_url: { description: 'Exactly one of image_url and asset_id.' },
  cover_image_url: { maxLength: undefined, description: 'Cover of a video; at most one of the two.' } as object,
};

/**
 * Declares other fields before the property above which it stands the lowest: faults and descriptions have the order of declaration, and those of a
 * class that extends another come first.
 */
export const DeclaredAfter =
  (declare: (prototype: object) => void): PropertyDecorator =>
  (prototype) =>
    declare(prototype);

/** Last first, as decorators above a property are applied. */
function decorate(prototype: object, name: string, decorators: readonly PropertyDecorator[]): void {
  for (const each of decorators.toReversed()) each(prototype, name);
}

/** Declares every field of a pin's content in the class of a request. */
export function requestContent(prototype: object): void {
  for (const field of contentFieldList) {
    const { described, checks } = requested[field.kind];
    const options = { ...described(field), ...also[field.wire] } as ApiPropertyOptions;
    const property = field.required
      ? [ApiProperty({ type: String, ...options } as ApiPropertyOptions)]
      : [ApiPropertyOptional({ ...(field.kind === 'terms' ? {} : nullableText), ...options } as ApiPropertyOptions), IsOptional()];
    decorate(prototype, field.wire, [...property, ...checks(field)]);
  }
}

type RequiredOfRequest = { [Name in keyof ContentRequest]-?: null extends ContentRequest[Name] ? never : Name }[keyof ContentRequest];

/** What a pin has to have, by the names of requests. */
export const requiredContent = contentFieldList.filter(({ required }) => required).map(({ wire }) => wire) as readonly RequiredOfRequest[];

/** What cannot be empty is left as it is by null. */
export const nullIsAbsent = ({ value }: TransformFnParams): unknown => value ?? undefined;

const blankIsNull = ({ value }: TransformFnParams): unknown => (value === '' ? null : (value as unknown));

/** Declares in the class of a change, which has all optional fields, those that it leaves by null, and that a blank text clears the others. */
export function changeContent(prototype: object): void {
  for (const field of contentFieldList) {
    const { described, checks } = requested[field.kind];
    if (field.required) {
      const property = ApiPropertyOptional({ ...nullableText, ...described(field) } as ApiPropertyOptions);
      decorate(prototype, field.wire, [property, IsOptional(), Transform(nullIsAbsent), ...checks(field)]);
    } else if (field.kind !== 'terms') Transform(blankIsNull)(prototype, field.wire);
  }
}

const shownKinds: Readonly<Record<ContentFieldKind, ApiPropertyOptions>> = {
  text: nullableText,
  address: nullableText,
  digits: nullableText,
  color: nullableText,
  id: { ...nullableText, format: 'uuid' },
  terms: { type: [String], nullable: true },
};

/** Declares these fields of a pin's content in the class of an answer. */
export const showFields =
  (fields: readonly ContentField[]) =>
  (prototype: object): void => {
    for (const { wire, kind, required } of fields) ApiProperty(required ? { type: String } : shownKinds[kind])(prototype, wire);
  };
