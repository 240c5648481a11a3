import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import ownKeysRule from './scripts/lint/own-keys-rule.cjs';

const inUtc = 'This depends on the time zone of the process: use the form in UTC.';
/** What reads or writes a moment in the zone of the process. */
const localTime = [
  {
    selector: 'CallExpression[callee.property.name=/^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|Year)$/]',
    message: inUtc,
  },
  { selector: 'CallExpression[callee.property.name=/^(getTimezoneOffset|to(Locale)?(Date|Time)String)$/]', message: inUtc },
  { selector: "NewExpression[callee.name='Date'][arguments.length>1]", message: inUtc },
  { selector: ":matches(NewExpression, CallExpression)[callee.property.name='DateTimeFormat'][arguments.length<2]", message: inUtc },
  {
    selector: "CallExpression[callee.property.name='toLocaleString'][callee.object.callee.name='Date']",
    message: inUtc,
  },
];

const everywhere = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/consistent-type-imports': 'off',
  'no-console': 'off',
  eqeqeq: ['error', 'always'],
  'max-lines': ['error', { max: 250, skipBlankLines: true }],
};

/** What would make markup of a text, or a style that the policy of the console forbids. */
const markup = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Texts of others are text.' },
  { selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]', message: 'Texts of others are text.' },
  { selector: 'JSXOpeningElement[name.name=/^(style|script)$/]', message: 'The policy of the console forbids it: write a file.' },
];

const ruleFiles = ['**/*.decider.ts', '**/*.events.ts', '**/*.stream.ts', '**/*.upcasters.ts', 'libs/kernel/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist.*/**',
      'packages/*/dist/**',
      'packages/*/src/generated/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      'demo/clients/**',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { parserOptions: { project: './apps/console/tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...everywhere,
      // The compiler of React, which minds it, is not used.
      'react-hooks/incompatible-library': 'off',
      'no-restricted-syntax': ['error', ...localTime, ...markup],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['apps/console/**'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: { ...everywhere, 'no-restricted-syntax': ['error', ...localTime] },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'projections/**/*.ts'],
    ignores: ['apps/console/**'],
    plugins: { pins: { rules: { 'own-keys': ownKeysRule } } },
    rules: { 'pins/own-keys': 'error' },
  },
  {
    files: ['packages/typescript/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-globals': ['error', ...['process', 'Buffer', 'global', 'window', 'setImmediate', 'require']] },
  },
  {
    files: ruleFiles,
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'process', 'performance', 'crypto', 'global', 'globalThis'],
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time arrives with the command.' },
        { object: 'Math', property: 'random', message: 'Randomness arrives with the command.' },
      ],
      'no-restricted-syntax': [
        'error',
        ...localTime,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time arrives with the command.' },
        { selector: "CallExpression[callee.name='Date']", message: 'Time arrives with the command.' },
        {
          selector: ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)[async=true]',
          message: 'Rules do not wait.',
        },
        { selector: 'AwaitExpression', message: 'Rules do not wait.' },
      ],
    },
  },
);
