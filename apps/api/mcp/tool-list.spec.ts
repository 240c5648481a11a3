import { encode } from 'gpt-tokenizer';
import { findTool, listedTools, toolList, toolSets, wantedSets } from './tool-list';

const scopes = ['read', 'write', 'destructive'] as const;
const tokensOf = (sets: string | undefined) => encode(JSON.stringify(listedTools({ scopes }, wantedSets(sets)))).length;

describe('the list of tools', () => {
  it('costs an assistant at most 4,000 tokens at first, and 9,000 with everything', () => {
    const [first, all] = [tokensOf(undefined), tokensOf('all')];
    expect({ first, all, isFirstSmall: first <= 4_000, isAllSmall: all <= 9_000 }).toMatchObject({ isFirstSmall: true, isAllSmall: true });
  });

  it('has at most twelve tools at first, and each in one set', () => {
    expect(listedTools({ scopes }, wantedSets(undefined))).toHaveLength(12);
    expect(listedTools({ scopes }, wantedSets('all'))).toHaveLength(toolList.length);
    expect(new Set(toolList.map(({ set }) => set))).toEqual(new Set(toolSets));
  });

  it.each([
    ['Core, imports', ['core', 'imports']],
    ['imports,nonsense', ['imports']],
    ['nonsense', ['core']],
    ['', ['core']],
    ['all', [...toolSets]],
  ])('of the sets %j there are %j', (asked, sets) => {
    expect([...wantedSets(asked)]).toEqual(sets);
  });

  it('has names that every client can call, once each, and a description of each', () => {
    expect(toolList.every(({ name }) => /^[a-z_]{3,40}$/.test(name) && findTool(name)?.name === name)).toBe(true);
    expect(new Set(toolList.map(({ name }) => name)).size).toBe(toolList.length);
    expect(toolList.filter(({ description, title }) => description.length < 20 || title === '')).toEqual([]);
  });

  it('shows a key only what it may call', () => {
    const shown = listedTools({ scopes: ['read'] }, wantedSets('all'));
    expect(shown.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(listedTools({ scopes: ['destructive'] }, wantedSets('all')).map(({ name }) => name)).toEqual(['delete_pin']);
  });

  it('says of each whether it reads, adds or changes', () => {
    for (const { annotations, name } of listedTools({ scopes }, wantedSets('all')))
      expect([name, annotations?.readOnlyHint ?? typeof annotations?.destructiveHint === 'boolean']).toEqual([name, expect.any(Boolean)]);
  });

  it('has schemas whose root is an object, and marks the words of others', () => {
    for (const { name, input, output } of toolList) {
      expect([name, input['type'], output['type']]).toEqual([name, 'object', 'object']);
      expect(namesIn(output).filter((field) => ['title', 'message', 'name', 'username', 'error_message'].includes(field))).toEqual([]);
    }
  });
});

/** The names of all fields that a schema describes. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items } = schema as { readonly properties?: object; readonly items?: unknown };
  return [...Object.keys(properties), ...Object.values(properties).flatMap(namesIn), ...namesIn(items)];
}
