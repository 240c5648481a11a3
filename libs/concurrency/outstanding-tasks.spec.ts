import { OutstandingTasks } from './outstanding-tasks';

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

test('who adds a task waits only when the limit is reached, until one of them has ended', async () => {
  const [tasks, first, second] = [new OutstandingTasks(() => 2), deferred(), deferred()];
  await tasks.add(() => first.promise);
  let hasRoom = false;
  const added = tasks.add(() => second.promise).then(() => (hasRoom = true));
  await new Promise(setImmediate);
  expect(hasRoom).toBe(false);
  first.resolve();
  await added;
  second.resolve();
  await tasks.settled();
});

test('the first error is thrown when all have ended, and is known before', async () => {
  const [tasks, slow] = [new OutstandingTasks(() => 4), deferred()];
  await tasks.add(() => slow.promise);
  await tasks.add(() => Promise.reject(new Error('first')));
  await tasks.add(() => Promise.reject(new Error('second')));
  await new Promise(setImmediate);
  expect(tasks.hasFailed).toBe(true);
  const settled = tasks.settled();
  slow.resolve();
  await expect(settled).rejects.toThrow('first');
});

test('without any task it has settled', () => expect(new OutstandingTasks(() => 1).settled()).resolves.toBeUndefined());
