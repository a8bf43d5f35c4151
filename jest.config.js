const libraries = [
  'kernel',
  'cfdi',
  'sat',
  'pac',
  'contracts',
  'billing',
  'answers',
  'http',
  'pdf',
  'event-store',
  'bus',
  'eventing',
  'hosting',
  'fiscal',
];
const aliases = Object.fromEntries(
  libraries.flatMap((name) => [
    [`^#${name}$`, `<rootDir>/libs/${name}/src/index.ts`],
    [`^#${name}/(.*)$`, `<rootDir>/libs/${name}/src/$1.ts`],
  ]),
);

/** Specs of these run by themselves: on a real Kafka, of everything that the tax authority has published, under attack, of killed processes. */
const SPEC = '(?<!\\.kafka|\\.sat|\\.hostile|\\.crash)\\.spec\\.ts$';
/** What starts a database, and what takes long without one. */
const SLOW = [
  '\\.(int|e2e)\\.spec\\.ts$',
  'test/(lint|failover|seams)/',
  'test/events/golden',
  'libs/event-store/src/eventstoredb/',
  'libs/cfdi/src/mutation',
  'libs/http/src/door/door',
  'apps/gateway/src/organizations/logo/',
].join('|');
/** Stories that are quick all the same: a stranger sees that invoices can be issued. */
const FIRST_STORIES = 'test/e2e/invoices\\.e2e\\.spec\\.ts$';

/** The parts of what needs only Node and npm (scripts/test.mjs); without one everything, of which Jest's arguments choose. */
const PARTS = {
  quick: [`^(?!.*(?:${SLOW})).*${SPEC}`, FIRST_STORIES],
  slow: [`^(?=.*(?:${SLOW}))(?!.*${FIRST_STORIES}).*${SPEC}`],
};
const testRegex = process.env.TIMBRA_TEST_KAFKA
  ? '\\.kafka\\.spec\\.ts$'
  : process.env.TIMBRA_TEST_SAT
    ? '(\\.sat|/documentos)\\.spec\\.ts$'
    : process.env.TIMBRA_TEST_HOSTILE
      ? '\\.hostile\\.spec\\.ts$'
      : process.env.TIMBRA_TEST_CRASH
        ? '(\\.crash|/crash\\.e2e)\\.spec\\.ts$'
        : (PARTS[process.env.TIMBRA_TEST_PART] ?? SPEC);

/** Tests run on the TypeScript sources (swc), never on dist. */
export default {
  testEnvironment: 'node',
  // Only what hangs should meet it: waits within the specs are shorter, and a busy machine may be four times slower. A spec says
  // another time only where it needs more.
  testTimeout: process.env.TIMBRA_TEST_KAFKA ? 180_000 : 120_000,
  // Native ESM modules are never let go: a worker that has grown gives way to a new one, or collecting garbage takes over.
  workerIdleMemoryLimit: '1200MB',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testRegex,
  // The longest over Kafka are for the night, and for who names them (scripts/kafka-tests.mjs): the history of many clients,
  // pauses and what they once damaged (which `check:pauses` plays too), webhooks, both topologies side by side, all services with databases of their own, restored ones, and the
  // failures, which `test:failures` plays at length.
  testPathIgnorePatterns: [
    '/dist/',
    '/node_modules/',
    ...(process.env.TIMBRA_TEST_NIGHT
      ? []
      : [
          '<rootDir>/test/(failures|pauses)/.*\\.kafka\\.spec\\.ts$',
          '/kafka/(webhooks|distributed-topics|distributed-own-databases|restored-databases|switching)\\.kafka\\.spec\\.ts$',
          '/start/(distributed|taking-over)\\.kafka\\.spec\\.ts$',
        ]),
  ],
  // The small package has the name of the root's.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/.data/',
    '<rootDir>/.data-distributed/',
    '<rootDir>/packages/timbra/package.json',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...aliases,
    '^#apps/(.*)$': '<rootDir>/apps/$1.ts',
  },
};
