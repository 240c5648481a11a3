import { contentFieldList, type ContentField } from '@pps/pins/events';
import { textSchema, uuidSchema, type JsonSchema } from './tool';

const schemaOf = ({ kind, max, most }: ContentField): JsonSchema => {
  switch (kind) {
    case 'text':
      return { type: 'string', maxLength: max };
    case 'address':
      return { type: 'string', format: 'uri' };
    case 'id':
      return uuidSchema;
    case 'digits':
      return { type: 'string', pattern: '^[0-9]+$' };
    case 'color':
      return textSchema;
    case 'terms':
      return { type: 'array', items: textSchema, maxItems: most };
  }
};

/** The fields of a pin's content as tools take them; routes check them. */
export const contentSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  contentFieldList.map((field) => [field.wire, schemaOf(field)]),
);

/** What a pin that is to be made needs. */
export const pinRequestSchemas: Readonly<Record<string, JsonSchema>> = { account_id: uuidSchema, board_id: textSchema, ...contentSchemas };

export const neededOfPin: readonly string[] = [
  'account_id',
  'board_id',
  ...contentFieldList.flatMap(({ required, wire }) => (required ? [wire] : [])),
];
