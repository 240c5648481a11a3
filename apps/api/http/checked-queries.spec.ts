import { IsIn, IsOptional } from 'class-validator';
import { Invalid } from '@pps/kernel';
import { runCorrelated, type Correlation } from '@pps/runtime';
import { CheckedQueries, SentAgain } from './checked-queries';
import { DeprecatedField } from './deprecated.decorator';
import { InputPipe } from './input.pipe';

@SentAgain()
class SortQuery {
  @IsOptional()
  @IsIn(['asc', 'desc'])
  readonly sort: string = 'asc';

  @DeprecatedField({ since: '2026-01-01', sunset: '2027-01-01' })
  @IsOptional()
  readonly old?: string;
}

@SentAgain()
class NamesQuery {
  @IsOptional()
  readonly names?: readonly string[];
}

class TokenQuery {
  @IsOptional()
  readonly token?: string;
}

class SortQueryOfPins extends SortQuery {}

let now = 1;
const pipe = new InputPipe(new CheckedQueries({ now: () => now }));
const check = async (value: unknown, metatype: new () => object = SortQuery) => pipe.transform(value, { type: 'query', metatype });

it('checks a query once, and gives the same answer to equal ones', async () => {
  const first = await check({ sort: 'desc' });
  expect(first).toEqual({ sort: 'desc' });
  expect(await check({ sort: 'desc' })).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(await check({})).toEqual({ sort: 'asc' });
});

it('keeps a query for a minute, and none of a class that is not marked', async () => {
  const first = await check({ sort: 'desc' }, SortQueryOfPins);
  now += 60_000;
  expect(await check({ sort: 'desc' }, SortQueryOfPins)).toBe(first);
  now += 1;
  expect(await check({ sort: 'desc' }, SortQueryOfPins)).not.toBe(first);
  const secret = await check({ token: 'secret' }, TokenQuery);
  expect(await check({ token: 'secret' }, TokenQuery)).toEqual(secret);
  expect(await check({ token: 'secret' }, TokenQuery)).not.toBe(secret);
});

it('refuses what is wrong each time', async () => {
  for (let time = 0; time < 2; time++) await expect(check({ sort: 'up' })).rejects.toThrow(Invalid);
});

it('tells two classes apart, and shares nothing that could be changed', async () => {
  expect(await check({ sort: 'desc' }, NamesQuery)).toEqual({});
  const names = await check({ names: ['a'] }, NamesQuery);
  expect(await check({ names: ['a'] }, NamesQuery)).toEqual(names);
  expect(await check({ names: ['a'] }, NamesQuery)).not.toBe(names);
});

it('notes each time that a field is deprecated', async () => {
  for (let time = 0; time < 2; time++) {
    const correlation: Correlation = { requestId: 'r', correlationId: 'r' };
    await runCorrelated(correlation, () => check({ old: '1' }));
    expect(correlation.deprecations).toEqual([{ since: '2026-01-01', sunset: '2027-01-01' }]);
  }
});
