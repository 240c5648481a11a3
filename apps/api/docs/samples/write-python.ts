import type { SampledCall } from './sampled-call';

/** A call in Python by the library `requests`. */
export function writePython({ method, url, credential, body, file, answersJson }: SampledCall): string {
  const secret = credential && `${credential.before ? `"${credential.before}" + ` : ''}os.environ["${credential.variable}"]`;
  const given = [
    ...(credential ? [`headers={"${credential.header}": ${secret}}`] : []),
    ...(body === undefined ? [] : [`json=${literal(body, '    ')}`]),
    ...(file === null ? [] : [`files={"file": open("${file}", "rb")}`]),
    'timeout=30',
  ];
  return [
    ...(credential ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...given.map((each) => `    ${each},`),
    ')',
    'response.raise_for_status()',
    ...(answersJson ? ['print(response.json())'] : method === 'DELETE' ? [] : ['print(response.text)']),
  ].join('\n');
}

/** A JSON value as Python writes it; its texts are written as those of JSON. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}
