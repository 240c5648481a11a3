import { fairnessRun } from './fairness-run';

async function main(): Promise<void> {
  const { jain, calls, shares } = await fairnessRun((line) => console.log(line));
  const slowest = Math.max(...shares);
  console.log(`small ones took ${shares.map((share) => share.toFixed(2)).join(', ')} of their fair time`);
  console.log(
    `Jain index ${jain.toFixed(4)} over ${calls} calls while all were busy, slowest small one ${slowest.toFixed(2)} of its fair time`,
  );
  process.exitCode = jain < 0.95 || slowest > 2 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
