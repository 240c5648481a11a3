import { sampledCall, type SampledOperation } from './sampled-call';
import { writeCurl } from './write-curl';
import { writePython } from './write-python';
import { writeTypeScript } from './write-typescript';

interface Sampled {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** The document with how each operation is called from a shell, from TypeScript and from Python, as `x-codeSamples`. */
export function withCodeSamples<Document extends Sampled>(document: Document): Document {
  const server = document.servers?.[0]?.url ?? '';
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, 'x-codeSamples': samplesOf(server, path, method, operation) },
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as Document['paths'] };
}

function samplesOf(server: string, path: string, method: string, operation: object): object[] {
  const call = sampledCall(server, path, method, operation as SampledOperation);
  return [
    { lang: 'Shell', label: 'curl', source: writeCurl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: writeTypeScript(call) },
    { lang: 'Python', label: 'Python', source: writePython(call) },
  ];
}
