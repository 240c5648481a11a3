import { readFileSync } from 'node:fs';
import { plantIn } from '../planted-attacks/plant';
import { clusterPlants } from './plant-release';

test.each(Object.entries(clusterPlants))('what %s takes out is still there', (_, plant) => {
  expect(plantIn(readFileSync(plant.file, 'utf8'), plant)).toContain(plant.to);
});
