import { getMetadataStorage, IsInt, IsOptional, IsString, Min, validate } from 'class-validator';
import { rememberRules } from './remember-rules';

class Named {
  @IsString({ message: 'a text' })
  readonly name: unknown = 1;
}

class Counted extends Named {
  @IsInt({ message: 'a number' })
  @Min(1, { message: 'too few', groups: ['strict'] })
  readonly count: unknown = 0.5;

  @IsOptional()
  @IsString({ message: 'a text' })
  override readonly name: unknown = 2;
}

type Storage = ReturnType<typeof getMetadataStorage>;
const look = getMetadataStorage().getTargetValidationMetadatas;
afterEach(() => {
  getMetadataStorage().getTargetValidationMetadatas = look;
});

const messages = async (value: object, groups?: string[]) =>
  (await validate(value, groups ? { groups } : {})).map(({ property, constraints }) => [property, Object.values(constraints ?? {})]);

it('changes nothing of what is wrong with a value, of a class that inherits rules and in groups neither', async () => {
  const all = async () => [await messages(new Named()), await messages(new Counted()), await messages(new Counted(), ['strict'])];
  const before = await all();
  rememberRules();
  expect(await all()).toEqual(before);
  expect(await all()).toEqual(before);
});

it('looks for the rules of a class once', () => {
  const storage = { getTargetValidationMetadatas: jest.fn(() => []) } as unknown as Storage;
  const { getTargetValidationMetadatas: asked } = storage;
  rememberRules(storage);
  for (const type of [Named, Counted, Named, Counted]) storage.getTargetValidationMetadatas(type, undefined as never, false, false);
  expect(asked).toHaveBeenCalledTimes(2);
});
