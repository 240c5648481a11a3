import { cacheLookUps } from './cache-look-ups';
import type { Address } from './target-url';

const address: Address = { address: '93.184.216.34', family: 4 };

function lookUps(answer: () => Promise<readonly Address[]>) {
  const asked: string[] = [];
  const resolve = cacheLookUps(async (host, projectId) => {
    asked.push(`${projectId} ${host}`);
    return answer();
  });
  return { asked, resolve };
}

it('asks for a host of a project once, also while that is under way, and again after 5 s', async () => {
  const { asked, resolve } = lookUps(async () => [address]);
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  expect(await Promise.all([resolve('a.example', 'p'), resolve('a.example', 'p')])).toEqual([[address], [address]]);
  await resolve('a.example', 'q');
  await resolve('b.example', 'p');
  expect(asked).toEqual(['p a.example', 'q a.example', 'p b.example']);
  now.mockReturnValue(6_100);
  await resolve('a.example', 'p');
  expect(asked).toHaveLength(4);
});

it('remembers neither a host without an address nor an error', async () => {
  const answers = [async () => [], async () => Promise.reject(new Error('silent')), async () => [address]];
  const { asked, resolve } = lookUps(() => answers[asked.length - 1]!());
  expect(await resolve('a.example', 'p')).toEqual([]);
  await expect(resolve('a.example', 'p')).rejects.toThrow('silent');
  expect(await resolve('a.example', 'p')).toEqual([address]);
});
