const base = require('./jest.config.cjs');

// Long stories on real parts that measure time on a quiet machine; `npm test` leaves them out.
const realParts = base.projects.find(({ displayName }) => displayName === 'real-parts');

module.exports = { ...base, projects: [{ ...realParts, displayName: 'campaigns', testMatch: ['<rootDir>/test/**/*.campaign.ts'] }] };
