import { withSimulatedPicture } from './simulated-picture';

test('pictures of the example are those of the simulator, any other is left', () => {
  const shown = (image_url: string) => withSimulatedPicture({ title: 'x', image_url }, 'http://127.0.0.1:3900')['image_url'];
  expect(shown('https://images.example.com/kitchen/cake.jpg')).toBe('http://127.0.0.1:3900/pictures/kitchen/cake.jpg');
  expect(shown('https://images.example.org/cake.jpg')).toBe('https://images.example.org/cake.jpg');
  expect(withSimulatedPicture({ title: 'x' }, 'http://127.0.0.1:3900')).toEqual({ title: 'x' });
});
