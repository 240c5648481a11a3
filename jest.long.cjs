const base = require('./jest.config.cjs');
const longFiles = require('./test/setup/jest/long-files.cjs');

const realParts = base.projects.find(({ displayName }) => displayName === 'real-parts');

// What `npm test` leaves out.
module.exports = { ...base, projects: [{ ...realParts, testMatch: longFiles.map((file) => `<rootDir>/${file}`) }] };
