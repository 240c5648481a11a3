/** Names where a fact stands in the log, whatever position that is in which store. */
export const leafAddressOf = ({ stream, revision }: { readonly stream: string; readonly revision: number }): string =>
  `${revision} ${stream}`;
