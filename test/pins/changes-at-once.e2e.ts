import { newId } from '@pps/kernel';
import { fingerprintOf } from '@pps/pins';
import { pinStream, type Pin, type PinFact } from '@pps/pins/events';
import { newUploader, type Uploader } from '../assets/uploader';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let ann: Uploader;
let otherBoard: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'pro', PACING_GLOBAL: '1/0.001' });
  ann = await newUploader(service, `at-once-${newId()}`);
  otherBoard = (await service.control('boards', { username: ann.username, name: `Other ${newId()}` })).json.id;
});

afterAll(() => service.stop());

const image = { image_url: 'https://images.example.com/door.jpg' };
const send = (method: string, path: string, body?: object) => service.call(method, path, body, ann.key);

/** A pin that has failed. */
async function failedPin(): Promise<string> {
  const { id, workspace_id } = (await ann.post('/v1/pins', ann.draft(image))).body;
  const failedAt = new Date().toISOString();
  const origin = {
    projectId: workspace_id,
    organizationId: ann.organizationId,
    epoch: 0,
    actor: { type: 'system' as const },
    occurredAt: failedAt,
  };
  const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'broken', failedAt } };
  await service.parts.streams.decide(pinStream, id, origin, () => [failed]);
  return id;
}

/** The pin after these requests at once, all of which were taken. */
async function afterAllOf(id: string, ...requests: readonly Promise<{ readonly status: number }>[]): Promise<Pin> {
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 200));
  const { state } = await service.parts.streams.load(pinStream, id);
  return state as Pin;
}

it('of nine edits of one pin at once each keeps what it has set', async () => {
  const id = await failedPin();
  const edits = [
    { title: 'Red door' },
    { description: 'It opens.' },
    { link_url: 'https://example.org/door' },
    { alt_text: 'A door' },
    { dominant_color: '#6E7874' },
    { board_id: otherBoard },
    { board_section_id: '7' },
    { related_terms: ['door'] },
    { image_url: 'https://images.example.com/red.jpg' },
  ];
  const pin = await afterAllOf(id, ...edits.map((edit) => send('PATCH', `/v1/pins/${id}`, edit)));
  expect(pin.boardId).toBe(otherBoard);
  expect(pin.content).toEqual({
    title: 'Red door',
    description: 'It opens.',
    linkUrl: 'https://example.org/door',
    altText: 'A door',
    dominantColor: '#6E7874',
    boardSectionId: '7',
    relatedTerms: ['door'],
    imageUrl: 'https://images.example.com/red.jpg',
  });
});

it.each(['one', 'many'])(
  'a retry of %s beside an edit takes nothing of it back, and the pin is recognised by what it shows',
  async (how) => {
    for (let round = 0; round < 5; round++) {
      const id = await failedPin();
      const retry = how === 'one' ? send('POST', `/v1/pins/${id}/retry`) : send('POST', '/v1/pins/bulk-retry', { ids: [id] });
      const pin = await afterAllOf(id, retry, send('PATCH', `/v1/pins/${id}`, { title: `Door ${round}`, board_id: otherBoard }));
      expect(pin).toMatchObject({ phase: 'waiting', boardId: otherBoard, content: { title: `Door ${round}` } });
      expect(pin.fingerprint).toBe(fingerprintOf(pin.boardId, pin.content));
    }
  },
);
