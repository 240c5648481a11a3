import type { SampledCall } from './sampled-call';

/** A call as a command for a shell. */
export function writeCurl({ method, url, credential, headers, body, file, answersJson }: SampledCall): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(credential ? [`-H "${credential.header}: ${credential.before}$${credential.variable}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(file === null ? [] : [`-F ${quoted(`file=@${file}`)}`]),
    ...(answersJson || method === 'DELETE' ? [] : ['-L -O -J']),
  ];
  return parts.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
