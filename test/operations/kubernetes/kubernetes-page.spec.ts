import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judgeManifests } from './judge-manifests';
import type { Manifest } from './manifest';
import { readYaml } from './read-yaml';
import { renderKustomization } from './render-kustomization';

const root = resolve(__dirname, '../../..');
const page = readFileSync(join(root, 'docs/kubernetes.md'), 'utf8');
const readFile = (path: string) => readFileSync(join(root, 'deploy/kubernetes', path), 'utf8');

const blocksOf = (language: string, text: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

/** What is wrong with the order of the steps on a page: a Job cannot be changed, and what is applied has to be set before. */
function judgeOrder(text: string): string[] {
  const lines = text.split('\n');
  const applied = lines.flatMap((line, index) => (line.startsWith('kubectl apply -k') ? [index] : []));
  const settled = lines.findLastIndex((line) => /^\d+\. /.test(line));
  return [
    ...(applied.length > 0 ? [] : ['nothing is applied']),
    ...applied.filter((index) => index < settled).map((index) => `line ${index + 1}: applied before what has to be set`),
    ...applied
      .filter((index) => !lines[index - 1]?.includes('delete job --selector app.kubernetes.io/name=migrate --ignore-not-found'))
      .map((index) => `line ${index + 1}: applied with the Job that was there`),
  ];
}

describe('docs/kubernetes.md', () => {
  it('applies last, without the Job that was there', () => {
    expect(judgeOrder(page)).toEqual([]);
    const early = page.replace('1. Push the image', 'kubectl apply -k deploy/kubernetes/small\n1. Push the image');
    expect(judgeOrder(early)).toEqual([
      expect.stringContaining('before what has to be set'),
      expect.stringContaining('with the Job that was there'),
    ]);
  });

  it('has examples of objects without a fault', () => {
    const examples = blocksOf('yaml', page).flatMap((block) => readYaml(block, 'docs/kubernetes.md') as Manifest[]);
    const placed = examples.map((example) => ({ ...example, metadata: { ...example.metadata, namespace: 'pins' } }));
    expect(examples.map(({ metadata }) => metadata.name)).toEqual(['collector']);
    expect(judgeManifests([...renderKustomization('production', readFile), ...placed], readFile)).toEqual([]);
  });
});
