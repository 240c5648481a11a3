import { orderOf } from './disordered-facts';

test('a gap, a repeated revision and a repeated id are out of order; streams have an order each', () => {
  const order = orderOf();
  const see = (stream: string, revision: number, id: string) => order.see({ stream, revision, id });
  see('a', 0, 'i0');
  see('b', 0, 'i1');
  see('a', 1, 'i2');
  expect(order.faults).toEqual([]);
  see('a', 3, 'i3');
  see('b', 0, 'i4');
  see('b', 1, 'i0');
  expect(order.faults).toEqual(['a has revision 3 where 2 comes', 'b has revision 0 where 1 comes', 'b has i0 again']);
});
