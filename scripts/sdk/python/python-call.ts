/** As long as a line of generated Python is where it can be broken. */
export const longestLine = 140;

/** The first lines of a module that is written from the model. */
export const pythonHead = (about: string): string =>
  `"""${about} Written by \`npm run docs sdk\` from the description of the interface."""\n\nfrom __future__ import annotations\n\n`;

/** An import of the names that are used, one to a line. */
export function importLines(module: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  return `from ${module} import (\n${[...names]
    .sort()
    .map((name) => `    ${name},\n`)
    .join('')})\n`;
}

/** A docstring, with the blanks that stand before each of its lines. */
export function docstring(text: string, indent: string): string {
  const lines = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .split('\n')
    .flatMap((line) => wrapped(line.trim(), longestLine - indent.length - 8));
  const [only, ...more] = lines;
  if (more.length === 0) return `${indent}"""${only ?? ''}${only?.endsWith('"') ? ' ' : ''}"""\n`;
  return `${indent}"""\n${lines.map((line) => (line ? `${indent}${line}\n` : '\n')).join('')}${indent}"""\n`;
}

/** A call or a signature on one line where it fits, else with one argument on each. */
export function pythonCall(head: string, given: readonly string[], tail: string, indent: string): string {
  const line = `${indent}${head}(${given.join(', ')})${tail}`;
  if (line.length <= longestLine) return `${line}\n`;
  return `${indent}${head}(\n${given.map((each) => `${indent}    ${each},\n`).join('')}${indent})${tail}\n`;
}

function wrapped(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const end = rest.lastIndexOf(' ', width);
    if (end <= 0) break;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...lines, rest];
}
