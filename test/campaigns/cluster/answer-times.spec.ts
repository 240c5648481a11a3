import type { Asked } from '../traffic/steady-pins';
import { answerTimes } from './answer-times';

const asked = (askedAt: number, answeredAt: number, what: Asked['what'] = 'create'): Asked => ({
  askedAt,
  answeredAt,
  what,
  first: null,
  second: null,
});

test('creations are told by when they were asked: before the first trouble, and in those of each kind', () => {
  const dealt = [
    { kind: 'kill' as const, whom: 'api-1', begunAt: 100, overAt: 200 },
    { kind: 'pause' as const, whom: 'api-1', begunAt: 300, overAt: 400 },
    { kind: 'kill' as const, whom: 'api-2', begunAt: 500, overAt: 600 },
  ];
  const all = [
    asked(10, 99),
    asked(60, 64),
    asked(99, 250),
    asked(100, 130),
    asked(250, 999),
    asked(310, 312, 'read'),
    asked(310, 350),
    asked(599, 609),
  ];
  const insisted = [{ askedAt: 320, answeredAt: 9_320 }];
  const refused = { ...asked(320, 330), first: '503', second: '503' };
  expect(answerTimes({ asked: [...all, refused], insisted }, dealt, 50)).toEqual([
    { during: 'quiet', asked: 2, p50: 4, p99: 151 },
    { during: 'kill', asked: 2, p50: 10, p99: 30 },
    { during: 'pause', asked: 2, p50: 40, p99: 9_000 },
  ]);
});
