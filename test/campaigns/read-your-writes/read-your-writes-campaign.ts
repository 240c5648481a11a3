import { startTwoApis, type TwoApis } from '../installation/start-two-apis';
import { openWorkspace, type Workspace } from '../traffic/workspace';
import { withBusyLoops } from './with-busy-loops';
import { writesOf, type Sight } from './written-then-read';

export interface ReadYourWritesOptions {
  readonly writes: number;
  readonly writers: number;
  /** Processes beside the service that do nothing but use a processor; none by default. */
  readonly busy?: number;
}

/** How often each kind of write was seen in which way, and how long each read took, in milliseconds. */
export interface Sights {
  readonly counts: Readonly<Record<string, Readonly<Record<Sight, number>>>>;
  readonly readMs: readonly number[];
}

/** Writes on one API process and reads on the other at once, in both directions alternately, while both are busy with each other's writers. */
export async function readYourWritesCampaign(options: ReadYourWritesOptions): Promise<Sights> {
  const service = await startTwoApis({ DEFAULT_PLAN: 'enterprise' });
  try {
    return await withBusyLoops(options.busy ?? 0, () => readYourWritesOn(service, options));
  } finally {
    await service.stop();
  }
}

/** The same on APIs that run already. */
export async function readYourWritesOn({ apis, receiverUrl }: TwoApis, { writes, writers }: ReadYourWritesOptions): Promise<Sights> {
  const ways = await openWorkspace(apis, receiverUrl);
  const counts: Record<string, Record<Sight, number>> = {};
  const readMs: number[] = [];
  let left = writes;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const kinds = await kindsOf(ways[0], receiverUrl);
      for (let nth = 0; left-- > 0; nth++) {
        const kind = kinds[nth % kinds.length];
        const [writer, reader] = nth % 2 === 0 ? ways : [ways[1], ways[0]];
        if (!kind) throw new Error('there are no kinds of writes');
        const sight = await kind.run({ writer, reader: timed(reader, readMs) });
        const ofKind = (counts[kind.what] ??= {} as Record<Sight, number>);
        ofKind[sight] = (ofKind[sight] ?? 0) + 1;
      }
    }),
  );
  return { counts, readMs };
}

/** The same way in, whose calls are timed. */
const timed = (workspace: Workspace, ms: number[]): Workspace => ({
  ...workspace,
  call: async (...request) => {
    const begun = performance.now();
    try {
      return await workspace.call(...request);
    } finally {
      ms.push(performance.now() - begun);
    }
  },
});

async function kindsOf(workspace: Workspace, receiverUrl: string) {
  const { body: webhook } = await workspace.call('POST', '/v1/webhooks', { url: receiverUrl, events: ['pin.failed'] });
  const { body: key } = await workspace.call('POST', '/v1/api-keys', { name: 'lane', scopes: ['read'] });
  return writesOf({ webhookId: webhook.id as string, keyId: key.id as string, url: receiverUrl });
}
