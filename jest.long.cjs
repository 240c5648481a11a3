const base = require('./jest.config.cjs');
const { unit, realParts } = require('./test/setup/jest/long-files.cjs');

// What `npm test` leaves out.
const long = { unit, 'real-parts': realParts };

module.exports = {
  ...base,
  projects: base.projects.map((project) => ({
    ...project,
    testMatch: long[project.displayName].map((file) => `<rootDir>/${file}`),
  })),
};
