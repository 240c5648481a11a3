/** One of the service's own programs, as the standalone start runs it. */
export interface Program {
  readonly name: string;
  /** Entry below the project's root without suffix, or the absolute path of a script. */
  readonly entry: string;
}

export const simulators: Program = { name: 'simulators', entry: 'apps/simulators/main' };

export const services: readonly Program[] = ['projector', 'orchestrator', 'worker', 'api'].map((name) => ({
  name,
  entry: `apps/${name}/main`,
}));
