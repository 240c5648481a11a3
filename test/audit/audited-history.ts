import { signCheckpoints } from '@pps/audit';
import { newId } from '@pps/kernel';
import { eventually } from '../setup/eventually';
import { newPersona, type Persona } from '../setup/persona';
import type { PlatformService } from '../setup/platform-service';

/** What an auditor has of one project: answers of the API as they came, and where to find things in them. */
export interface AuditedHistory {
  readonly id: string;
  readonly lines: readonly string[];
  readonly checkpoints: string;
  readonly keys: string;
  /** Places of the first facts that queued a pin, of which the titles are `Door 0 🚪` and `Door 1 🚪`. */
  readonly pins: readonly number[];
  readonly persona: Persona;
  get(path: string): Promise<string>;
}

/** A project with a few pins, under two checkpoints, of which the newest covers all. */
export async function auditedHistory(service: PlatformService): Promise<AuditedHistory> {
  const persona = await newPersona(service.call, `auditor-${newId()}`);
  const { body } = await service.call('GET', '/v1/auth/me', undefined, persona.session);
  const get = (path: string): Promise<string> =>
    eventually(path, async () => {
      const response = await fetch(`${service.url}/v1/audit/${path}`, { headers: { ...persona.key } });
      const text = await response.text();
      // The read model of a busy machine is behind.
      if (response.status === 503) return undefined;
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return text;
    });
  for (const n of [0, 1, 2]) {
    await createPin(service, persona, `Door ${n} 🚪`);
    await get('events');
    if (n !== 1) await signCheckpoints(service.parts);
  }
  const [checkpoints, keys] = [await get('checkpoints?limit=200'), await get('keys')];
  const { size } = JSON.parse(checkpoints).items[0];
  const lines = (await get('export')).split('\n').slice(0, size);
  const pins = lines.flatMap((line, place) => (JSON.parse(line).type === 'PinQueued' ? [place] : []));
  return { id: body.active_project.id, lines, checkpoints, keys, pins, persona, get };
}

async function createPin({ call }: PlatformService, { key, accountId, boardId }: Persona, title: string): Promise<void> {
  const content = { title, description: 'Painted.', image_url: 'https://images.example.com/door.jpg', related_terms: ['door', 'blue'] };
  const { status, body } = await call('POST', '/v1/pins', { account_id: accountId, board_id: boardId, ...content }, key);
  if (status !== 201) throw new Error(`no pin: ${status} ${JSON.stringify(body)}`);
}
