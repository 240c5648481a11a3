import { plantedAttacksCampaign } from './planted-attacks/planted-attacks-campaign';

export async function run(): Promise<boolean> {
  const attacks = plantedAttacksCampaign((line) => console.log(line));
  return attacks.every(({ is }) => is === 'red');
}
