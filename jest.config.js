const libraries = ['kernel', 'cfdi', 'sat', 'pac', 'contracts', 'billing', 'event-store', 'bus', 'platform'];
const aliases = Object.fromEntries(
  libraries.flatMap((name) => [
    [`^#${name}$`, `<rootDir>/libs/${name}/src/index.ts`],
    [`^#${name}/(.*)$`, `<rootDir>/libs/${name}/src/$1.ts`],
  ]),
);

/** Tests run on the TypeScript sources (swc), never on dist. */
export default {
  testEnvironment: 'node',
  testTimeout: 30_000,
  // Native ESM modules are never let go: a worker that has grown gives way to a new one, or collecting garbage takes over.
  workerIdleMemoryLimit: '1200MB',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Those on a real Kafka run by themselves: npm run test:kafka.
  testRegex: process.env.TIMBRA_TEST_KAFKA ? '\\.kafka\\.spec\\.ts$' : '(?<!\\.kafka)\\.spec\\.ts$',
  testPathIgnorePatterns: ['/dist/', '/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...aliases,
    '^#apps/(.*)$': '<rootDir>/apps/$1.ts',
  },
};
