import { tellOfQueue, type QueueNews } from './tell-of-queue';

const natsError = (code: string) => Object.assign(new Error(code), { name: 'NatsError', code });

let now: number;
let lines: string[];
let news: QueueNews;
const tell = (error: unknown) => news.onError(error);

beforeEach(() => {
  now = 0;
  lines = [];
  const note = (_: object, line: string) => void lines.push(line);
  news = tellOfQueue({ warn: note, info: note } as never, () => now);
});

it('names the setting and the reason at once, and says the same again only every 5 s', () => {
  for (; now < 9_000; now += 100) tell(natsError('CONNECTION_REFUSED'));
  tell(natsError('503'));
  expect(lines).toEqual([
    'waiting for NATS_URL: NatsError: CONNECTION_REFUSED',
    'waiting for NATS_URL: NatsError: CONNECTION_REFUSED',
    'waiting for NATS_URL: JetStream is not enabled there, or has no leader',
  ]);
});

it('tells of a silence when it lasts, and not of the moment of a start that all takers saw', () => {
  for (now = 2_000; now < 2_020; now += 10) tell(natsError('TIMEOUT'));
  expect(lines).toEqual([]);
  now = 4_500;
  tell(natsError('TIMEOUT'));
  expect(lines).toEqual(['waiting for NATS_URL: NatsError: TIMEOUT']);
});

it('does not take two silences of different hours for one that lasts', () => {
  tell(natsError('TIMEOUT'));
  now = 3_600_000;
  tell(natsError('TIMEOUT'));
  expect(lines).toEqual([]);
});

it('says each of two reasons that take turns every 5 s, not each time', () => {
  for (; now < 9_000; now += 100) tell(natsError(now % 200 ? 'CONNECTION_REFUSED' : '503'));
  expect(lines).toHaveLength(4);
});

it('does not take a silence before a return and one after it for one that lasts', () => {
  tell(natsError('TIMEOUT'));
  now = 2_000;
  news.onReturn(400);
  tell(natsError('TIMEOUT'));
  expect(lines).toEqual([]);
});

it('says that NATS is there again and after how long, and nothing of the moment that a start takes', () => {
  news.onReturn(400);
  news.onReturn(31_240);
  expect(lines).toEqual(['NATS_URL answers after 31.2 s']);
});
