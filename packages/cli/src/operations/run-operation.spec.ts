import { showValue } from '../output/show-value';
import { writeOut } from './run-operation';

const steering = 'a\x1b]0;owned\x07b\nc';
let written = '';
const isTerminal = process.stdout.isTTY;
beforeEach(() => {
  written = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((part) => {
    written += String(part);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  process.stdout.isTTY = isTerminal;
});

test('a text that goes to a terminal cannot steer it, one that goes on to a program is exact', () => {
  process.stdout.isTTY = true;
  writeOut(steering, undefined);
  expect(written).toBe('a\ufffd]0;owned\ufffdb\nc');
  written = '';
  process.stdout.isTTY = false;
  writeOut(steering, undefined);
  expect(written).toBe(steering);
});

test('names of fields cannot either', () => {
  showValue({ 'x\x1b[2J': [{ 'y\x1b[2J': 1 }], 'z\x1b[2J': 1 }, { json: false });
  expect(written).toContain('x\ufffd[2J:\ny\ufffd[2J\n1\n');
  expect(written).not.toContain('\x1b');
});
