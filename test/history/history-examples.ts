import { readFileSync } from 'node:fs';

/** The examples of docs/history.md by the question above them, each a route with names in braces. */
export function historyExamples(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/history.md', 'utf8');
  const examples = [...page.matchAll(/^### (.+)\n(?:(?!^#)[^])*?^```http\nGET (.+)\n```$/gm)];
  return new Map(examples.map(([, question, route]) => [question ?? '', route ?? '']));
}
