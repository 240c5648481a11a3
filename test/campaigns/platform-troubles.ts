import { send } from '../../apps/simulators/testing';

// Of eight creations one loses its answer, one is slow, one is created after the caller's time-out of two seconds.
const troubles: Readonly<Record<number, object>> = {
  3: { drop_after_commit: true },
  5: { delay_ms: 600 },
  7: { delay_ms: 2_400 },
};

/** Makes the stand-in treat some of the pins badly once, so that kills meet attempts that are open or in doubt. */
export async function troublePlatform(platformUrl: string, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    const trouble = troubles[index % 8];
    if (!trouble) continue;
    const { status } = await send('POST', `${platformUrl}/platform/_control/faults`, {
      operation: 'pins.create',
      title,
      times: 1,
      ...trouble,
    });
    if (status !== 201) throw new Error(`the stand-in answered ${status} to a fault`);
  }
}
