import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { IsOptional, IsString } from 'class-validator';
import { Public } from '../auth/route-access.decorator';
import { describeInterface } from '../docs/describe-interface';
import { Deprecated, DeprecatedField, deprecationFields } from './deprecated.decorator';
import { createHttpApp, type HttpApp } from './http-app';

class PlantedDto {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  readonly title?: string;

  @DeprecatedField({ since: '2026-12-01', sunset: '2027-06-30' })
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  readonly headline?: string;
}

@Controller('planted')
class PlantedController {
  @Get('old')
  @Public()
  @Deprecated({ since: '2027-01-01', sunset: '2027-07-01', page: '/docs/changes' })
  old(@Query() { title }: PlantedDto): string {
    return title ?? 'old';
  }

  @Post('new')
  @Public()
  create(@Body() body: PlantedDto): object {
    return body;
  }
}

@Module({ controllers: [PlantedController] })
class PlantedModule {}

let http: HttpApp;
let at: string;

beforeAll(async () => {
  const config = loadConfiguration({ LOG_LEVEL: 'silent' });
  http = await createHttpApp(PlantedModule, { config, logger: createLogger('test', config) });
  at = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}/planted`;
});
afterAll(() => http.close());

const fieldsOf = ({ headers }: Response) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
const send = (body: unknown) =>
  fetch(`${at}/new`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const ofRoute = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT', '</docs/changes>; rel="deprecation"'];
const ofField = ['@1796083200', 'Wed, 30 Jun 2027 00:00:00 GMT', null];

it('every answer of a deprecated route says since when and until when', async () => {
  expect(fieldsOf(await fetch(`${at}/old`))).toEqual(ofRoute);
  const refused = await fetch(`${at}/old?title=1&title=2`);
  expect([refused.status, ...fieldsOf(refused)]).toEqual([422, ...ofRoute]);
  expect(fieldsOf(await fetch(`${at}/missing`))).toEqual([null, null, null]);
});

it('answers to requests with a deprecated field say so, and others do not', async () => {
  const [plain, old] = [await send({ title: 'A' }), await send({ headline: 'A' })];
  expect([plain.status, ...fieldsOf(plain)]).toEqual([201, null, null, null]);
  expect([old.status, ...fieldsOf(old)]).toEqual([201, ...ofField]);
  // Of a deprecated field on a deprecated route the earlier moments count.
  expect(fieldsOf(await fetch(`${at}/old?headline=A`))).toEqual([ofField[0], ofField[1], ofRoute[2]]);
});

it('the description marks both', () => {
  const { paths, components } = describeInterface(http.app, PlantedModule, 'http://127.0.0.1');
  const old = paths['/planted/old']?.get;
  expect(old).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('Deprecated since 2027-01-01; gone from 2027-07-01 on.'),
  });
  for (const answer of Object.values(old?.responses ?? {}))
    expect(Object.keys((answer as { headers: object }).headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  expect(paths['/planted/new']?.post).not.toHaveProperty('deprecated');
  expect(components?.schemas?.['PlantedDto']).toMatchObject({ properties: { headline: { deprecated: true }, title: { type: 'string' } } });
  expect(components?.schemas?.['PlantedDto']).not.toHaveProperty('required');
});

it.each([
  { since: '2027-01-01', sunset: '2027-06-29' },
  { since: '2027-01-01', sunset: '2026-01-01' },
  { since: '2027-01-01', sunset: 'soon' },
])('a notice of less than half a year is refused: %j', (short) => {
  expect(() => Deprecated(short)).toThrow('180 days');
  expect(() => DeprecatedField(short)({}, 'name')).toThrow('180 days');
});

it('of several deprecations the earliest moments count', () => {
  const [one, two] = [
    { since: '2027-02-01', sunset: '2027-12-01', page: '/a' },
    { since: '2027-01-01', sunset: '2028-01-01', page: '/b' },
  ];
  expect(deprecationFields([one, two])).toEqual({
    deprecation: '@1798761600',
    sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
    link: '</a>; rel="deprecation", </b>; rel="deprecation"',
  });
});
