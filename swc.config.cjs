const { paths } = require('./tsconfig.json').compilerOptions;

/** How TypeScript becomes JavaScript, for the build and for Jest. What `@pps/…` means says tsconfig.json alone; the output has relative paths. */
module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    baseUrl: __dirname,
    paths,
  },
  // Loaded when they are first used: megabytes that a process may never need.
  module: { type: 'commonjs', lazy: ['stripe', 'openid-client'] },
  sourceMaps: true,
};
