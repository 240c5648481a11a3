const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { join, sep } = require('node:path');
const { nameLateErrors } = require('./late-errors.cjs');

// Where jest-circus keeps the tests of a file, and what listens to them.
const ofOneFile = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/** A file runs in the realm of its worker, without a context of its own: the modules that the files share know one Error, one Date, one Array. */
module.exports = class WorkerRealm {
  constructor({ projectConfig }, { testPath }) {
    this.testFile = testPath;
    // What asks an API asks it from these folders; other files need not load one to know its description.
    this.asksApi = ['test', 'apps'].some((folder) => testPath.startsWith(join(projectConfig.rootDir, folder) + sep));
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = {
      console: globalThis.console,
      exit: process.exit,
      environment: process.env,
      env: { ...process.env },
      fetch: globalThis.fetch,
    };
  }

  async setup() {
    if (!this.asksApi) return;
    const { fetch } = this.before;
    let watched;
    globalThis.fetch = (...asked) => {
      this.watching ??= require('./watch-answers.ts');
      watched ??= this.watching.watchAnswers(fetch);
      return watched(...asked);
    };
  }

  async handleTestEvent({ name, error }) {
    if (name === 'run_start') this.endNaming = nameLateErrors(this.testFile);
    if (/^(test_fn|hook)_failure$/.test(name) && this.asksApi) this.tellTroubles(error);
  }

  /** Why an API answered 503 stands in its log alone. */
  tellTroubles(error) {
    const troubles = require('./service-logs.ts').serviceLogs.troubles();
    if (troubles.length > 0 && error instanceof Error) error.stack += `\n\nLogged by what the file started:\n${troubles.join('\n')}`;
  }

  /** Takes back what a file, or Jest for it, changed in the process. */
  async teardown() {
    this.endNaming?.();
    this.fakeTimersModern.dispose();
    const { console, exit, environment, env, fetch } = this.before;
    this.watching?.noteAnswersSeen();
    if (this.asksApi) require('./service-logs.ts').serviceLogs.drop();
    globalThis.fetch = fetch;
    globalThis.console = console;
    process.exit = exit;
    // A copy in its place would not tell the runtime of a new time zone.
    process.env = environment;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (ofOneFile.includes(key.description)) delete globalThis[key];
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
