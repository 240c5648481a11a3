import { nameInArchive } from './write-archive';

test.each([
  ['blue door.png', 'id-blue door.png'],
  ['Ärger im Büro.jpeg', 'id-Ärger im Büro.jpeg'],
  ['👩‍👩‍👧‍👦 Familie.png', 'id-👩‍👩‍👧‍👦 Familie.png'],
  ['../../etc/passwd', 'id-_.._etc_passwd'],
  ['C:\\Windows\\door?.png', 'id-C__Windows_door_.png'],
  ['a\u0000b\nc\u202egnp.exe', 'id-a_b_c_gnp.exe'],
  ['half \ud83d.png', 'id-half _.png'],
  ['.png', 'id-png'],
  ['...', 'id'],
  ['', 'id'],
])('%j is %j', (original, name) => {
  expect(nameInArchive('id', original)).toBe(name);
});

test('a name of any length is cut between characters, its ending kept', () => {
  const name = nameInArchive('id', `${'🚪'.repeat(1_000)}.png`);
  expect(name).toBe(`id-${'🚪'.repeat(29)}.png`);
  expect(nameInArchive('id', `a.${'x'.repeat(1_000)}`).length).toBeLessThan(130);
});
