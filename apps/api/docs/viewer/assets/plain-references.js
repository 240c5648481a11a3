// Resolves references within the document. Swagger UI (5.32) parses the whole document anew for each operation that is opened: seconds for one of this size.
(() => {
  const targetOf = (document, reference) =>
    reference
      .slice(2)
      .split('/')
      .reduce((part, name) => part?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], document);

  /** The part with what its references name in their place; one that leads to itself stays. */
  function resolve(document, part, within = []) {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map((each) => resolve(document, each, within));
    const { $ref: reference, ...beside } = part;
    if (typeof reference !== 'string' || !reference.startsWith('#/'))
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, resolve(document, each, within)]));
    if (within.includes(reference)) return part;
    return resolve(document, { ...targetOf(document, reference), ...beside }, [...within, reference]);
  }

  /** Takes the place of the resolver of Swagger UI. */
  window.plainReferences = () => ({
    fn: {
      resolveSubtree: async (document, path) => ({
        spec: resolve(
          document,
          path.reduce((part, name) => part?.[name], document),
        ),
        errors: [],
      }),
    },
  });
})();
