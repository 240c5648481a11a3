/**
 * Whether a text is an http(s) URL with an authority (`http:example.org` has none) and without control characters. A backslash before the path is
 * refused: some readers take it for a slash, so that they see another host than others do.
 */
export const isAbsoluteUrl = (text: string): boolean => /^https?:\/\/[^\s/?#\\]+(?:[/?#]|$)/i.test(text) && !/\p{Cc}/u.test(text);
