import { plantedAttacksCampaign } from './planted-attacks/planted-attacks-campaign';

export async function run(): Promise<boolean> {
  const attacks = plantedAttacksCampaign(({ without, test, is, isExpected }) =>
    console.log(`${isExpected ? '' : 'UNEXPECTED '}${is}: ${test}, without ${without}`),
  );
  return attacks.every(({ isExpected }) => isExpected);
}
