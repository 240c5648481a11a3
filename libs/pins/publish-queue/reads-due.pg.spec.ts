import { newId } from '@pps/kernel';
import { attemptStarted, outcomeUnknown } from '../testing';
import { fedQueue } from './fed-queue.fixture';

let queued: Awaited<ReturnType<typeof fedQueue>>;
beforeAll(async () => void (queued = await fedQueue()));
afterAll(() => queued.fed.stop());

it('finds two due reads of a project at a time, so that one with 2,002 leaves room for another', async () => {
  const { fed, queue, made } = queued;
  const many = newId();
  const unknown = (projectId: string, at: string) => made({ projectId }, attemptStarted(), outcomeUnknown(1, at));
  const first = await unknown(many, '2020-01-01T00:00:00.000Z');
  const second = await unknown(many, '2020-01-01T00:00:01.000Z');
  const other = await unknown(newId(), '2020-01-01T00:00:09.000Z');
  await fed.db.raw(
    `insert into read.publish_queue select (jsonb_populate_record(pin, jsonb_build_object('pin_id', id))).*
     from read.publish_queue pin, (select gen_random_uuid() as id from generate_series(1, 2000)) more where pin.pin_id = ?`,
    [second],
  );
  const due = await queue.readsDue('read_board');
  expect(due.map(({ pinId }) => pinId)).toEqual([first, other, expect.any(String)]);
  expect((await fed.db('read.publish_queue').where({ pin_id: due[2]?.pinId }))[0]).toMatchObject({ project_id: many });
});
