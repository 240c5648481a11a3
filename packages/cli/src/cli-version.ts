/** As `package.json` says it. */
export const cliVersion = '0.1.0';
