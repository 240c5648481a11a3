import type { Command } from 'commander';
import { plantedAttacksCampaign, type PlantedAttack } from './planted-attacks/planted-attacks-campaign';
import { withParts } from './with-parts';

export const options = (command: Command): Command => command.option('--only <text>', 'plants whose name has this text', '');

export async function run({ only }: { readonly only: string }): Promise<boolean> {
  const attacks = await withParts(() => plantedAttacksCampaign(only, tell));
  console.table(attacks.map(({ plant: { threat, without, test }, is }) => ({ threat, without, test, is })));
  const red = attacks.filter(({ is }) => is === 'red').length;
  console.log(`${red} of ${attacks.length} attacks are red`);
  return red === attacks.length && red > 0;
}

const longestWhy = 2_000;

function tell({ plant: { without, test }, is, why }: PlantedAttack): void {
  console.log(`${is === 'red' ? '' : 'UNEXPECTED '}${is}: ${test}, without ${without}${why && `\n${why.slice(0, longestWhy)}`}`);
}
