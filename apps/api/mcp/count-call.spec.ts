import type { Principal } from '@pps/identity';
import { toolCallsTotal } from '@pps/runtime';
import { countCall } from './count-call';

const programNamed = (clientId: string) =>
  ({ kind: 'api_key', grant: { clientId, resource: 'mcp', declinedScopes: [], mode: 'propose' } }) satisfies Pick<
    Principal,
    'kind' | 'grant'
  >;

it('counts by the kind of the client, whatever it calls itself', async () => {
  const before = await countedOf('registered', 'propose', 'proposed');
  for (let n = 0; n < 50; n++) countCall(programNamed(`dcr_${n}`), 'proposed');
  countCall(programNamed('https://app.example.com/client.json'), 'done');
  countCall(programNamed('planner'), 'asked');
  countCall({ kind: 'api_key' }, 'refused');
  countCall({ kind: 'session' }, 'failed');
  expect((await countedOf('registered', 'propose', 'proposed')) - before).toBe(50);
  const { values } = await toolCallsTotal.get();
  expect(new Set(values.map(({ labels }) => labels.client))).toEqual(new Set(['registered', 'document', 'named', 'key', 'session']));
});

async function countedOf(client: string, mode: string, outcome: string): Promise<number> {
  const { values } = await toolCallsTotal.get();
  return values.find(({ labels }) => labels.client === client && labels.mode === mode && labels.outcome === outcome)?.value ?? 0;
}
