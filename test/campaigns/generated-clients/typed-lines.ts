import type { ClientGenerator } from './generated-client';
import type { WalkStep } from './walk/walker';

/** Each step of a walk as a line that compiles where the types of a client allow what was sent and what was answered; the imports come first. */
export function typedLines(generator: ClientGenerator, steps: readonly WalkStep[]): string {
  const lines = steps.map((step, index) => `export const step${index} = () => { ${lineOf(generator, step)} };`);
  return [...generator.preamble.split('\n'), ...lines].join('\n');
}

/** Which step a message of the compiler is about, by its line. */
export function stepOf(message: string, { preamble }: ClientGenerator): number | undefined {
  const [, line] = /^steps\.ts\((\d+),/.exec(message) ?? [];
  return line === undefined ? undefined : Number(line) - 1 - preamble.split('\n').length;
}

function lineOf(generator: ClientGenerator, { operation, input, answer }: WalkStep): string {
  const literal = (value: unknown) => (value === undefined ? undefined : literalOf(value, generator.file));
  const { path, query, body, headers } = input;
  const status = answer?.status ?? 0;
  const parts = { path: literal(path), query: literal(query), body: literal(body), headers: literal(headers) };
  const call = `const call = () => ${generator.lineOf({ operation, status, ...parts })};`;
  const isCompared = answer !== null && answer.body !== undefined && status !== 204 && !operation.answersFile;
  return isCompared
    ? `${call} const answer: ${generator.answerTypeOf(status)} = ${JSON.stringify(answer.body)}; return [call, answer];`
    : `${call} return call;`;
}

function literalOf(value: unknown, file: string): string {
  if (value instanceof Blob) return file;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each, file)).join(', ')}]`;
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)}: ${literalOf(each, file)}`).join(', ')} }`;
}
