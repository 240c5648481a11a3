import type { Command } from 'commander';
import { clientFaults, clientsTable } from './generated-clients/clients-table';
import { generatedClientsCampaign } from './generated-clients/generated-clients-campaign';
import { heyApi } from './generated-clients/generators/hey-api';
import { kubb } from './generated-clients/generators/kubb';
import { openapiTypescript } from './generated-clients/generators/openapi-typescript';
import { orval } from './generated-clients/generators/orval';

const all = [heyApi, orval, kubb, openapiTypescript];

export const options = (command: Command): Command =>
  command.option('--only <name>', 'one generator alone').option('--keep', 'leave the folders of the clients where they are', false);

export async function run({ only, keep }: { readonly only?: string; readonly keep: boolean }): Promise<boolean> {
  const generators = all.filter(({ name }) => only === undefined || name === only);
  const reports = await generatedClientsCampaign({ generators, keep, log: (line) => console.log(line) });
  console.log(clientsTable(reports));
  for (const { name, versions } of reports) if (versions !== '') console.log(`${name}: ${versions}`);
  const faults = clientFaults(reports);
  for (const fault of faults) console.log(fault);
  return faults.length === 0;
}
