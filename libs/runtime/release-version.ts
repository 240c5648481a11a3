/** The release that runs, as in package.json and CHANGELOG.md; the interface has a version of its own. */
export const releaseVersion = '1.59.0';
