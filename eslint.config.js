import js from '@eslint/js';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

const nodeGlobals = [
  'AbortController',
  'AbortSignal',
  'Buffer',
  'TextDecoder',
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

const CLOCKS = '/^(performance|process)$/';
const READINGS = '/^(now|timeOrigin|hrtime|uptime)$/';
const READING = `:matches([property.name=${READINGS}], [property.value=${READINGS}])`;

/** Readings of the time that go past libs/kernel/src/clock.ts (docs/adr/0024-clock.md). */
const timeOfOurOwn = restricted(
  "Read the time by libs/kernel/src/clock.ts: a Clock's now(tenant) for business, systemNow() for the machine, monotonicMs() for durations.",
  [
    // Of Date, only: a date made of something, UTC and parse, instanceof, and the type.
    `Identifier[name='Date']${[
      'NewExpression[arguments.length>0] > .callee',
      'MemberExpression[property.name=/^(UTC|parse)$/] > .object',
      "BinaryExpression[operator='instanceof'] > .right",
      "CallExpression[callee.property.name='toBeInstanceOf'] > .arguments",
      'TSTypeReference > .typeName',
      'TSTypeQuery > .exprName',
      'MemberExpression[computed=false] > .property',
      'Property > .key',
    ]
      .map((allowed) => `:not(${allowed})`)
      .join('')}`,
    "NewExpression[callee.name='Date'] > SpreadElement.arguments",
    "NewExpression[callee.name='Date'][arguments.length=1] > Identifier.arguments[name='undefined']",
    `MemberExpression:matches([property.name='Date'], [property.value='Date'])`,
    `MemberExpression:matches([object.name=${CLOCKS}], [object.property.name=${CLOCKS}])${READING}`,
    `VariableDeclarator:matches([init.name=${CLOCKS}], [init.property.name=${CLOCKS}]) > ObjectPattern > Property[key.name=${READINGS}]`,
    `ImportSpecifier[imported.name=/^(hrtime|uptime|performance)$/]`,
    "CallExpression[callee.property.name=/^format(ToParts)?$/][arguments.length=0][callee.object.callee.property.name='DateTimeFormat']",
    "MemberExpression[object.name='Temporal'][property.name='Now']",
  ],
);

/** The database's time: no tenant's clock moves it. */
const SQL_TIME =
  "/(^|[^.])\\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\\(\\)|\\b(current_(timestamp|date|time)|localtime(stamp)?)\\b|'now'/i";
const timeOfDatabase = restricted(
  "The database's time serves leases and bookkeeping alone, in the files that eslint.config.js names: business time comes in as a parameter.",
  [`TemplateElement[value.raw=${SQL_TIME}]`, `Literal[value=${SQL_TIME}]`],
);

export default tseslint.config(
  // Programs of clients are compiled against what is generated.
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.data/',
      '.data-distributed/',
      '**/*.cjs',
      'scripts/openapi/clients/',
    ],
  },
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
      'object-shorthand': ['error', 'properties'],
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
    // An expression whose time grows faster than its text lets one request hold the loop (docs/adr/0030-large-documents.md).
    files: ['apps/**', 'libs/**'],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    plugins: { redos },
    rules: {
      'redos/no-vulnerable': ['error', { timeout: 20_000, cache: true }],
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
      'libs/hosting/src/postgres/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ...timeOfOurOwn, ...timeOfDatabase] },
  },
  {
    // Leases, the grace of claims, the expiry of stored files, what is removed for good, and when a row was written: one
    // clock for all processes.
    files: [
      'apps/*/src/migrations.ts',
      'apps/gateway/src/organizations/ended-keys.ts',
      'apps/gateway/src/portal/self-invoice/guesses.ts',
      'apps/invoicing/src/document/key-table.ts',
      'apps/invoicing/src/invoice/balance-claims.ts',
      'apps/receipts/src/receipt/{requests,store}.ts',
      'apps/receipts/src/claim/statements.ts',
      'apps/receipts/src/imports/store.ts',
      'apps/webhooks/src/deliveries/{,manual-}statements.ts',
      'apps/reception/src/downloads/claims{,.migration}.ts',
      'apps/reception/src/watch/watched-table.ts',
      'libs/event-store/src/postgres/**',
      'libs/eventing/src/**',
      'libs/hosting/src/**',
    ],
    ignores: ['**/*.spec.ts', '**/testing/**', '**/testing*.ts', 'libs/hosting/src/postgres/**'],
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
