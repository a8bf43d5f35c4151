/**
 * What is run on the servers, each a run of scripts/test.mjs with an environment and paths: the contract suites and
 * the story, the same ones that npm run test:slow runs on the embedded database, the double and the bus within the process.
 */
export const runs = ({ postgres, broker, eventstoredb }) => [
  {
    what: 'the event store on PostgreSQL and on EventStoreDB',
    env: { TIMBRA_TEST_DATABASE_URL: postgres, EVENTSTOREDB_URL: eventstoredb },
    paths: ['libs/event-store'],
  },
  {
    what: 'the bus on Kafka, and the services as processes over it',
    env: { TIMBRA_TEST_DATABASE_URL: postgres, TIMBRA_TEST_KAFKA: broker },
    // Not those that start and stop brokers of their own.
    paths: [
      ...['contract', 'instances', 'delivery', 'dead-letters'].map(
        (name) => `libs/bus/src/kafka/${name}\\.kafka`,
      ),
      'test/kafka/distributed',
    ],
  },
  {
    what: 'the story of an invoice, its events in EventStoreDB, its commands over Kafka',
    env: {
      ...{ TIMBRA_TEST_DATABASE_URL: postgres, TIMBRA_TEST_BUS: broker },
      ...{ TIMBRA_TEST_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: eventstoredb },
    },
    // Of the stories in these files, two.
    paths: ['test/e2e/newcomers', 'test/e2e/invoices', '--testNamePattern=^(sdk story|invoice lifecycle) '],
  },
];
