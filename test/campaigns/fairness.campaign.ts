import { fairnessRun } from '../pacing/fairness-run';

const aims = { jain: 0.95, share: 2 };

export async function run(): Promise<boolean> {
  const { together, newcomers } = await fairnessRun((line) => console.log(line));
  const slowest = Math.max(...together.shares);
  const slowestNewcomer = Math.max(...newcomers);
  console.log(`while all were busy each had so many calls: ${together.calls.join(', ')} (the large one first)`);
  console.log(`small ones took ${inText(together.shares)} of their fair time, those that came later ${inText(newcomers)}`);
  const isFair = together.jain >= aims.jain && slowest <= aims.share && slowestNewcomer <= aims.share;
  console.log(
    `Jain index ${together.jain.toFixed(4)} (aim ${aims.jain}); slowest small one ${slowest.toFixed(2)}, slowest of the newcomers ${slowestNewcomer.toFixed(2)} fair times (aim ${aims.share}): ${isFair ? 'FAIR' : 'NOT FAIR'}`,
  );
  return isFair;
}

const inText = (shares: readonly number[]): string => shares.map((share) => share.toFixed(2)).join(', ');
