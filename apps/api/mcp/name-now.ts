/** What a tool is called now that clients may still call as it was listed once: a case for each that was renamed. */
export function nameNow(name: string): string {
  switch (name) {
    default:
      return name;
  }
}
