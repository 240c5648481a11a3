interface Planted {
  readonly sum: number;
}

test('fails', () => {
  const planted: Planted = { sum: 2 };
  expect(planted.sum).toBe(3);
});
