import type { Streams, EventStore, LiveStates } from '@pps/event-store';
import { connectionStream } from '@pps/connections/events';
import { isRegisteredUser } from '@pps/identity';
import { webhookStream } from '@pps/webhooks/events';
import { isRegisteredOrganization } from '@pps/workspaces';
import { isPresentEpoch } from '@pps/workspaces/events';

interface Log {
  readonly streams: Streams;
  readonly store: EventStore;
  readonly live: LiveStates;
}

/** Whether a fact still leads to the entries of a subject in the vault; a subject of an unknown kind is left alone. */
export function namedSubjects(log: Log): (subject: string) => Promise<boolean> {
  const { streams, live } = log;
  const rules: Readonly<Record<string, (id: string) => Promise<boolean>>> = {
    user: (id) => isRegisteredUser(log, id),
    organization: (id) => isRegisteredOrganization({ streams, isRegisteredUser: (userId) => isRegisteredUser(log, userId) }, id),
    account: async (id) => {
      const { state } = await streams.load(connectionStream, id);
      return state.kind === 'connected' && isPresentEpoch(live, state);
    },
    webhook: async (id) => {
      const { state } = await streams.load(webhookStream, id);
      return state.kind === 'active' && isPresentEpoch(live, state);
    },
  };
  return async (subject) => {
    const [kind = '', id = ''] = subject.split(/:(.*)/s);
    return Object.hasOwn(rules, kind) ? ((await rules[kind]?.(id)) ?? true) : true;
  };
}
