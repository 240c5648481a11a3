/** The platform numbers its boards; the numbers exceed 2^53. */
export const isBoardId = (text: string): boolean => /^\d{1,32}$/.test(text);
