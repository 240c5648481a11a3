// For the file that comes next in this worker: it says when what is left here fails.
const notes = globalThis as typeof globalThis & { failLate?: () => void; hasFailed?: boolean };

test('leaves a promise and a timer behind', () => {
  const late = new Promise<void>((resolve) => (notes.failLate = resolve));
  void late.then(() => {
    setTimeout(() => {
      notes.hasFailed = true;
      throw new Error('thrown later');
    });
    throw new Error('rejected later');
  });
});
