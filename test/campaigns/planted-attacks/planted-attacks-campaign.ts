import type { Plant } from './plant';
import { openPlantedCopy, type PlantedCopy, type TestResult } from './planted-copy';
import { plants } from './plants/plants';

export interface PlantedAttack {
  readonly plant: Plant;
  /** `red` is what is expected: the test passes in the whole service, and an expectation of it fails without the guard. */
  readonly is: 'red' | 'not red' | 'red before' | 'broken';
  /** What failed, where the attack is not red. */
  readonly why: string;
}

const copiesAtOnce = 2;

/** Takes one guard after the other out of a copy of the service, and runs the attack that it is for: its test has to fail, and to pass with all of them. */
export async function plantedAttacksCampaign(only: string, log: (attack: PlantedAttack) => void): Promise<readonly PlantedAttack[]> {
  const chosen = plants.filter(({ without }) => without.includes(only));
  if (chosen.length === 0) throw new Error(`no plant has the words ${only}`);
  const waiting = [...chosen];
  const attacks: PlantedAttack[] = [];
  const whole = await inCopy((copy) => {
    const namesOf = (of: keyof Plant) => [...new Set(chosen.map((plant) => plant[of]))];
    return copy.runTests(namesOf('spec'), namesOf('test'));
  });
  const work = () =>
    inCopy(async (copy) => {
      for (let plant = waiting.shift(); plant; plant = waiting.shift()) {
        const attack = { plant, ...(await judge(plant, whole, copy)) };
        attacks.push(attack);
        log(attack);
      }
    });
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  return attacks;
}

async function inCopy<T>(work: (copy: PlantedCopy) => Promise<T>): Promise<T> {
  const copy = openPlantedCopy();
  try {
    return await work(copy);
  } finally {
    copy.remove();
  }
}

async function judge(plant: Plant, whole: readonly TestResult[], copy: PlantedCopy): Promise<Pick<PlantedAttack, 'is' | 'why'>> {
  const before = whole.filter(({ spec, name }) => spec === plant.spec && (name.includes(plant.test) || name === spec));
  const failed = before.find(({ status }) => status !== 'passed');
  if (failed || before.length === 0) return { is: 'red before', why: failed?.failure ?? 'no test has this name' };
  const results = await copy.runPlanted(plant).catch((error: unknown): TestResult[] => {
    return [{ spec: plant.spec, name: plant.spec, status: 'broken', failure: String(error) }];
  });
  if (results.some(({ failure }) => isExpectation(failure))) return { is: 'red', why: '' };
  const broken = results.find(({ status }) => status !== 'passed');
  return broken ? { is: 'broken', why: broken.failure } : { is: 'not red', why: '' };
}

/** An expectation of the test itself: what fails before, such as a service that does not start, shows nothing. */
const isExpectation = (failure: string): boolean => /^(?:Error: )?expect\(/.test(failure);
