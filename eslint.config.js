import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const nodeGlobals = [
  'Buffer',
  'URL',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
];

const restricted = (message, selectors) => selectors.map((selector) => ({ selector, message }));

/** Readings of the time that go past libs/kernel/src/clock.ts (docs/adr/0024-clock.md). */
const timeOfOurOwn = restricted(
  "Read the time by libs/kernel/src/clock.ts: a Clock's now(tenant) for business, systemNow() for the machine, monotonicMs() for durations.",
  [
    "NewExpression[callee.name='Date'][arguments.length=0]",
    "CallExpression[callee.name='Date']",
    "MemberExpression[object.name='Date']:matches([property.name='now'], [property.value='now'])",
    "MemberExpression[object.property.name='Date'][property.name='now']",
    "VariableDeclarator[init.name='Date'] > ObjectPattern",
    'MemberExpression[object.name=/^(performance|process)$/][property.name=/^(now|timeOrigin|hrtime|uptime)$/]',
    "MemberExpression[object.name='Temporal'][property.name='Now']",
  ],
);

/** The database's time: no tenant's clock moves it. */
const SQL_TIME =
  '/(^|[^.])\\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\\(\\)|\\b(current_timestamp|current_date|localtimestamp)\\b/i';
const timeOfDatabase = restricted(
  "The database's time serves leases and bookkeeping alone, in the files that eslint.config.js names: business time comes in as a parameter.",
  [`TemplateElement[value.raw=${SQL_TIME}]`, `Literal[value=${SQL_TIME}]`],
);

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', '**/*.cjs'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['apps/**', 'libs/**'],
    // Specs and what they are made of may know what time it is: they measure, wait, and make certificates of today.
    // So may those who start the embedded PostgreSQL: they stand alone, since tests start theirs by them before any build.
    ignores: [
      '**/*.spec.ts',
      '**/testing/**',
      '**/testing*.ts',
      'libs/kernel/src/clock.ts',
      'libs/platform/src/postgres/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ...timeOfOurOwn, ...timeOfDatabase] },
  },
  {
    // Leases, the grace of claims, the expiry of stored files, and when a row was written: one clock for all processes.
    files: [
      'apps/*/src/migrations.ts',
      'apps/invoicing/src/invoice/{balance-claims,reservations}.ts',
      'libs/event-store/src/postgres/**',
      'libs/platform/src/**',
    ],
    ignores: ['**/*.spec.ts', '**/testing/**', '**/testing*.ts', 'libs/platform/src/postgres/**'],
    rules: { 'no-restricted-syntax': ['error', ...timeOfOurOwn] },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
  },
);
