import { AnsweringEndpoints } from './answering-endpoints';

const batch = (batchId: string, webhookId: string) => ({
  batchId,
  projectId: 'project',
  deliveries: [{ deliveryId: `delivery of ${batchId}`, webhookId, projectId: 'project', sequence: 1, attempt: 1, position: '1' }],
});
const out = (batchId: string, webhookId: string, isLong = false) => ({
  batchId,
  webhookId,
  projectId: 'project',
  isSlow: false,
  isBegun: true,
  isLong,
});

it('knows a webhook to answer once one of its batches has ended, also while others are out', () => {
  const endpoints = new AnsweringEndpoints();
  endpoints.noteOffered([batch('1', 'a'), batch('2', 'a'), batch('3', 'b')]);
  endpoints.noteOpenBatches([out('1', 'a'), out('2', 'a'), out('3', 'b')]);
  expect([endpoints.has('a'), endpoints.has('b')]).toEqual([false, false]);
  endpoints.noteOpenBatches([out('2', 'a'), out('3', 'b')]);
  expect([endpoints.has('a'), endpoints.has('b')]).toEqual([true, false]);
});

it('does not know one of which a batch runs for long, until another has ended', () => {
  const endpoints = new AnsweringEndpoints();
  endpoints.noteOffered([batch('1', 'a')]);
  endpoints.noteOpenBatches([]);
  endpoints.noteOffered([batch('2', 'a')]);
  endpoints.noteOpenBatches([out('2', 'a', true)]);
  endpoints.noteOpenBatches([]);
  expect(endpoints.has('a')).toBe(false);
  endpoints.noteOffered([batch('3', 'a')]);
  endpoints.noteOpenBatches([]);
  expect(endpoints.has('a')).toBe(true);
});
