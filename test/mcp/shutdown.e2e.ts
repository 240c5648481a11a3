import { send } from '../../apps/simulators/testing';
import { eventually } from '../setup/eventually';
import { newPersona } from '../setup/persona';
import { startPlatformService } from '../setup/platform-service';
import { legacyCall, modernCall, sendRaw } from './send-raw';

it('answers the calls in flight when the service is told to stop, to new clients and to older ones', async () => {
  const service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  const ada = await newPersona(service.call);
  await service.control('faults', { operation: 'boards.list', delay_ms: 1_500, times: 2 });
  const ask = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    sendRaw(service.url, { method: 'POST', body, headers: { ...headers, ...ada.key } });
  const args = { account_id: ada.accountId };
  const asked = [ask(modernCall('list_boards', args)), ask(legacyCall('list_boards', args))];
  await eventually('both calls at the platform', async () => {
    const { json } = await send('GET', `${service.simulatorsUrl}/platform/_control/faults`);
    return (json as { readonly times: number }[]).every(({ times }) => times === 0) ? true : undefined;
  });
  const [answers] = await Promise.all([Promise.all(asked), service.stop()]);
  for (const { status, message } of answers) expect([status, message.result.structuredContent.boards[0].id]).toEqual([200, ada.boardId]);
});
