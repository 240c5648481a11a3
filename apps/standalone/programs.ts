/** One of the service's own programs, as the standalone start runs it. */
export interface Program {
  readonly name: string;
  /** Entry below the project's root without suffix, or the absolute path of a script. */
  readonly entry: string;
}

const programOf = (name: string): Program => ({ name, entry: `apps/${name}/main` });

export const simulators = programOf('simulators');

/** The service by the value of SERVICE_PROCESSES: its hosts in one process, or each in its own. */
export const services = {
  one: [programOf('service')],
  four: ['projector', 'orchestrator', 'worker', 'api'].map(programOf),
} as const satisfies Readonly<Record<string, readonly Program[]>>;
