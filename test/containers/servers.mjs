import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, Wait, getContainerRuntimeClient } from 'testcontainers';
import { quietPorts } from '../../scripts/lib/quiet-ports.mjs';
import { root } from '../../scripts/lib/install.mjs';

/** The servers of docker-compose.yml: the tests run on the images and the settings that users get. */
const { services } = load(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
  schema: CORE_SCHEMA.withTags(mergeTag),
});
const STARTUP_MS = 180_000;

const textsOf = (environment) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\w+:-([^}]*)\}/, '$1'),
    ]),
  );

const container = ({ image, healthcheck }) =>
  new GenericContainer(image)
    .withHealthCheck({ test: healthcheck.test, interval: 1_000, timeout: 3_000, retries: 120 })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(STARTUP_MS);

/** Where containers are reached; throws where no Docker, or what stands for it, answers. */
export const containerHost = async () => (await getContainerRuntimeClient()).info.containerRuntime.host;

/** PostgreSQL: { url, stop } with a user who may make databases. */
export const startPostgres = async () => {
  const password = randomBytes(16).toString('hex');
  const started = await container(services.postgres)
    .withEnvironment({ POSTGRES_USER: 'timbra', POSTGRES_PASSWORD: password, POSTGRES_DB: 'timbra' })
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .withExposedPorts(5432)
    .start();
  const address = `${started.getHost()}:${started.getMappedPort(5432)}`;
  return { url: `postgresql://timbra:${password}@${address}/timbra`, stop: () => started.stop() };
};

/**
 * How a broker in a container is to be configured so that it can be reached at an address outside of it: what compose
 * says, and beside it a listener by which the broker reaches itself.
 */
export const brokerEnvironment = (address) => ({
  ...textsOf(services.kafka.environment),
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,INSIDE://:9094,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address},INSIDE://localhost:9094`,
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
});

/** Kafka: { broker: 'host:port', stop }. It has to know the port that it is reached at before it starts. */
export const startKafka = async () => {
  const host = await containerHost();
  const [port] = await quietPorts();
  const broker = `${host}:${port}`;
  const started = await container(services.kafka)
    .withEnvironment(brokerEnvironment(broker))
    .withExposedPorts({ container: 9092, host: port })
    .start();
  return { broker, stop: () => started.stop() };
};

/** EventStoreDB, a single node without TLS: { url, stop }. */
export const startEventStoreDb = async () => {
  const started = await container(services.eventstoredb)
    .withEnvironment({ ...textsOf(services.eventstoredb.environment), EVENTSTORE_MEM_DB: 'true' })
    .withExposedPorts(2113)
    .start();
  const address = `${started.getHost()}:${started.getMappedPort(2113)}`;
  return { url: `esdb://${address}?tls=false`, stop: () => started.stop() };
};
