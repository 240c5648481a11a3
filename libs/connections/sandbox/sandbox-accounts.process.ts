import { causedBy, factsOf, streamId, type Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { connectSandboxAccount, type ConnectSandboxAccountDeps } from './sandbox-accounts';

export interface SandboxAccountsDeps extends ConnectSandboxAccountDeps {
  readonly streams: Streams;
  readonly clock: Clock;
}

/** Gives every sandbox epoch its first account, also when the process that started the epoch died before it could. */
export function sandboxAccounts(deps: SandboxAccountsDeps): Process<null> {
  const { streams, clock } = deps;
  return defineProcess({
    name: 'sandbox-accounts',
    startsAt: 'beginning',
    handles: factsOf(projectStream, 'ProjectCreated', 'SandboxReset'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const projectId = streamId(projectStream, fact.stream);
        if (projectId === null) continue;
        const { state } = await streams.load(projectStream, projectId);
        if (state.kind === 'none' || state.environment !== 'sandbox') continue;
        await connectSandboxAccount(deps, state, causedBy(fact, clock()));
      }
      return null;
    },
  });
}
