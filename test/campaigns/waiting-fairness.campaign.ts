import { waitingFairness } from '../simulation/waiting-fairness';

const sizes = [10, 2_001, 100_000];
const aim = 0.95;

export async function run(): Promise<boolean> {
  let least = 1;
  for (const accounts of sizes) {
    const { calls, jain, largestShare } = await waitingFairness(accounts);
    least = Math.min(least, jain);
    const share = (100 * largestShare).toFixed(3);
    console.log(
      `${accounts} accounts wait, ${calls} calls in 200 s of virtual time: Jain index ${jain.toFixed(4)}, the largest share ${share} %`,
    );
  }
  console.log(`least Jain index ${least.toFixed(4)} (aim ${aim}): ${least >= aim ? 'FAIR' : 'NOT FAIR'}`);
  return least >= aim;
}
