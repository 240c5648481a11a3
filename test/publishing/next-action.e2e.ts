import { newId } from '@pps/kernel';
import { newUploader, type Uploader } from '../assets/uploader';
import { findPinsWithoutNextAction } from '@projections/pins/without-next-action.query';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let ann: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  ann = await newUploader(service, `next-${newId()}`);
});
afterAll(() => service.stop());

const counted = async (): Promise<string | undefined> =>
  /^pins_without_next_action (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];

const createPin = async (): Promise<string> => {
  const { body } = await ann.post('/v1/pins', ann.draft({ image_url: 'https://images.example.com/door.jpg' }));
  await ann.pinIn('queued', body.id);
  return body.id;
};

it('pins that nothing will happen to are counted where an alarm finds them, others are not', async () => {
  const { db } = service.parts;
  const [undated, forgotten] = [await createPin(), await createPin()];
  await createPin();
  await eventually('all of them in the queue', async () => (await db('read.publish_queue')).length === 3 || undefined);
  expect(await counted()).toBe('0');
  await db('read.publish_queue').where({ pin_id: undated }).update({ phase: 'unknown', next_look_at: null });
  await eventually('one', async () => (await counted()) === '1' || undefined);
  // It counts only when a minute old.
  await db('read.pins').where({ pin_id: forgotten }).update({ updated_at: new Date() });
  await db('read.publish_queue').where({ pin_id: forgotten }).delete();
  // Not over HTTP, where the figure is cached for some seconds.
  expect(await findPinsWithoutNextAction(db)).toBe(1);
  await db('read.pins')
    .where({ pin_id: forgotten })
    .update({ updated_at: new Date(Date.now() - 61_000) });
  await eventually('two', async () => (await counted()) === '2' || undefined);
  const whileOneIsBehind = db.transaction(async (tx) => {
    await tx('read_store.checkpoint').where({ kind: 'projection', name: 'pins' }).decrement('position', 1);
    throw new Error(`counted ${await findPinsWithoutNextAction(tx)}`);
  });
  await expect(whileOneIsBehind).rejects.toThrow('counted 1');
});
