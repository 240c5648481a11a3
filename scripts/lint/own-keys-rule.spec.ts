import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import rule from './own-keys-rule.cjs';

const faultsOf = (read: string) => {
  const code = `const kinds: Readonly<Record<string, string>> = { pin: 'publishing' };\nexport const found = (name: string) => ${read};`;
  const plugins = { pins: { rules: { 'own-keys': rule } } };
  const config = [{ files: ['**/*.ts'], languageOptions: { parser }, plugins, rules: { 'pins/own-keys': 'error' } }];
  return new Linter().verify(code, config as never, 'planted.ts').map(({ ruleId }) => ruleId);
};

it('refuses that a table is read by any text', () => {
  expect(faultsOf('kinds[name]')).toEqual(['pins/own-keys']);
  expect(faultsOf('kinds[name.split(".")[0] ?? ""] ?? null')).toEqual(['pins/own-keys']);
});

it('allows it by a name that stands there, and by one that the table has', () => {
  expect(faultsOf("kinds['pin']")).toEqual([]);
  expect(faultsOf('Object.hasOwn(kinds, name) ? kinds[name] : null')).toEqual([]);
});
