import tseslint from 'typescript-eslint';
import ownKeysRule from './scripts/lint/own-keys-rule.cjs';

const ruleFiles = ['**/*.decider.ts', '**/*.events.ts', '**/*.upcasters.ts', 'libs/kernel/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist.*/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      'libs/local-event-store/protocol/generated/**',
      'demo/clients/**',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-console': 'off',
      eqeqeq: ['error', 'always'],
      'max-lines': ['error', { max: 250, skipBlankLines: true }],
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'projections/**/*.ts'],
    plugins: { pins: { rules: { 'own-keys': ownKeysRule } } },
    rules: { 'pins/own-keys': 'error' },
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
