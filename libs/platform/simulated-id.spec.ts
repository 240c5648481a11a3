import { newId } from '@pps/kernel';
import { isSimulatedId, simulatedId, simulatedPin } from './simulated-id';

describe('the simulated platform', () => {
  it('numbers its things with digits that are no id of the platform’s', () => {
    const ids = Array.from({ length: 500 }, () => simulatedId(newId()));
    expect(new Set(ids).size).toBe(500);
    expect(ids.every((id) => isSimulatedId(id) && BigInt(id) >= 2n ** 64n)).toBe(true);
    expect(isSimulatedId('813744226420795884')).toBe(false);
    expect(isSimulatedId(simulatedId('00000000-0000-0000-0000-000000000000'))).toBe(true);
    expect(isSimulatedId(simulatedId('ffffffff-ffff-ffff-ffff-ffffffffffff'))).toBe(true);
  });

  it('always gives one pin of ours the same id and address', () => {
    const pinId = newId();
    expect(simulatedPin(pinId)).toEqual(simulatedPin(pinId));
    expect(simulatedPin(pinId).url).toBe(`https://sandbox.invalid/pin/${simulatedPin(pinId).id}`);
  });
});
