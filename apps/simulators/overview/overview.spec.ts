import { startTestSimulators, type TestSimulators } from '../testing';
import { simulatedParties } from './simulated-parties';

let simulators: TestSimulators;
beforeAll(async () => {
  simulators = await startTestSimulators();
});
afterAll(() => simulators.discard());

test('the page names exactly the control routes that there are', () => {
  const named = simulatedParties.flatMap(({ control }) => control.map(({ method, path }) => `${method} ${path}`));
  expect([...named].sort()).toEqual(simulators.routes.filter((route) => !route.startsWith('HEAD') && route.includes('/_control/')).sort());
});

test('every address of the page that needs no errand is there', async () => {
  const paths = simulatedParties.flatMap(({ addresses, page }) => [...addresses.map(([path]) => path), ...(page ? [page.path] : [])]);
  for (const path of paths.filter((each) => !/…|\/v5|\/v1|oauth|authorize/.test(each)))
    expect([path, (await fetch(`${simulators.url}${path}`)).status]).toEqual([path, 200]);
});
