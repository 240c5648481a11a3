import { findTool, toolList } from './tool-list';

/** What assistants have learned of a tool: its arguments, those that it needed with a star. */
type Arguments = ReadonlyMap<string, boolean>;

const linesOf = (recorded: string): Map<string, Arguments> =>
  new Map(
    recorded.split('\n').flatMap((line) => {
      const [name = '', ...args] = line.split(' ');
      return name === '' ? [] : [[name, new Map(args.map((arg) => [arg.replace('*', ''), arg.endsWith('*')]))]];
    }),
  );

const argumentsOf = (input: Readonly<Record<string, unknown>>): Arguments => {
  const needed = (input['required'] ?? []) as readonly string[];
  return new Map(Object.keys(input['properties'] ?? {}).map((name) => [name, needed.includes(name)]));
};

/** The record of every tool that was ever listed, with what is new; nothing in it goes, as assistants keep lists of tools. */
export function withListedTools(recorded: string): string {
  const lines = linesOf(recorded);
  for (const { name, input } of toolList) lines.set(name, new Map([...argumentsOf(input), ...(lines.get(name) ?? [])]));
  return [...lines]
    .map(([name, args]) => `${[name, ...[...args].map(([arg, isNeeded]) => `${arg}${isNeeded ? '*' : ''}`)].join(' ')}\n`)
    .join('');
}

/** What a client with an older list can no longer call: a tool without even an alias, an argument that went, one that is needed now. */
export function brokenCalls(recorded: string): string[] {
  return [...linesOf(recorded)].flatMap(([name, args]) => {
    const tool = findTool(name);
    if (!tool) return [`${name} is gone: name its successor in name-now.ts`];
    const now = argumentsOf(tool.input);
    const gone = [...args.keys()].filter((arg) => !now.has(arg)).map((arg) => `${name} takes no ${arg} any more`);
    const needed = [...now].filter(([arg, isNeeded]) => isNeeded && args.get(arg) !== true).map(([arg]) => `${name} needs ${arg} now`);
    return [...gone, ...needed];
  });
}
