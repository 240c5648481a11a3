/** Headers of lists, for their descriptions. */
export const listHeaders = {
  total: { 'X-Total-Count': { description: 'How many there are in all, exactly.', schema: { type: 'integer' } } },
  next: { 'X-Next-Cursor': { description: '`cursor` of the next page; absent on the last one.', schema: { type: 'string' } } },
} as const;
