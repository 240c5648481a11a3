import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { Document, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What Redocly and Spectral, each with its settings in the root of this repository, find in an OpenAPI document: errors and warnings, a line each. */
export async function lintInterface(document: object): Promise<string[]> {
  const text = JSON.stringify(document);
  return [...(await lintWithRedocly(text)), ...(await lintWithSpectral(text))];
}

async function lintWithRedocly(source: string): Promise<string[]> {
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

async function lintWithSpectral(text: string): Promise<string[]> {
  const { rules } = parse(readFileSync('.spectral.yaml', 'utf8')) as { readonly rules?: Readonly<Record<string, 'off'>> };
  const spectral = new Spectral();
  spectral.setRuleset({ extends: oas as RulesetDefinition, rules: rules ?? {} });
  const results = await spectral.run(new Document(text, Json, 'openapi.json'));
  return results.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}
