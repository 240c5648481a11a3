const suspect = /e[-_]?mail|passw|token|secret|(full|first|last|user|display)_?name/i;
const innocent = /(Ref|Hash)$|^tokenExpiresAt$/;

/** The fields, of those named by their paths, whose names promise a secret or personal data rather than a reference to it. */
export const personalFields = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => {
    const name = path.split('.').at(-1) ?? path;
    return suspect.test(name) && !innocent.test(name.replace(/(\[\])+$/, ''));
  });
