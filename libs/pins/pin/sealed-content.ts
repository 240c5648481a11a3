/** Paths of what people wrote in the `content` of a fact; ids, the kind of the medium and the color, which is six hex digits, say nothing of anybody. */
export const sealedContent: readonly string[] = [
  'content.title',
  'content.description',
  'content.linkUrl',
  'content.altText',
  'content.imageUrl',
  'content.coverImageUrl',
  'content.relatedTerms',
];
