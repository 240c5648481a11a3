/** What of the interface changes since the last release although clients may stumble over it, by its line, and why that is right. */
export const acceptedBreaches: Readonly<Record<string, string>> = {};
