import type { SampledCall } from './sampled-call';

/** A call in TypeScript by `fetch`, as it runs in Node and, without `process`, in a browser. */
export function writeTypeScript({ method, url, credential, headers, body, file, answersJson }: SampledCall): string {
  const secret =
    credential &&
    `${credential.before ? `\`${credential.before}\${process.env.${credential.variable}}\`` : `process.env.${credential.variable} ?? ''`}`;
  const all = [
    ...(credential ? [`'${credential.header}': ${secret}`] : []),
    ...Object.entries(headers).map(([name, value]) => `'${name}': '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(all.length > 0 ? [`headers: { ${all.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2))})`]),
    ...(file === null ? [] : ['body: form']),
  ];
  const form = [
    "import { openAsBlob } from 'node:fs';",
    '',
    'const form = new FormData();',
    `form.set('file', await openAsBlob('${file}'), '${file}');`,
  ];
  return [
    ...(file === null ? [] : form),
    options.length > 0
      ? `const response = await fetch('${url}', {\n${options.map((each) => `  ${each},\n`).join('')}});`
      : `const response = await fetch('${url}');`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    ...(answersJson ? ['console.log(await response.json());'] : method === 'DELETE' ? [] : ['console.log(await response.text());']),
  ].join('\n');
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
