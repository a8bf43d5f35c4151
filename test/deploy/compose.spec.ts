import { describe, expect, it } from '@jest/globals';
import { drainSeconds, envFile, SERVICES, text, yaml, type Doc } from './project.js';
import { OF_PACS } from './rules/secrets.js';
import { connectionProblems, containerProblems, topologyProblems, variablesOf } from './rules/compose.js';
import { envOf, parseDockerfile } from './rules/dockerfile.js';
import { settings } from './settings.js';

const source = text('docker-compose.yml');
const image = envOf(parseDockerfile(text('deploy/Dockerfile')).stages.get('service-pdf')!);
const facts = { services: SERVICES, settings: settings(), image, drainSeconds: drainSeconds() };

/** The compose file with one thing changed. */
const broken = (change: (compose: Doc) => void): Doc => {
  // Without the anchors, so that a change stays where it is made.
  const compose = JSON.parse(JSON.stringify(yaml(source)));
  change(compose);
  return compose;
};

describe('docker-compose.yml', () => {
  it('runs every app with every setting', () => expect(topologyProblems(yaml(source), facts)).toEqual([]));
  it('runs them with limits, without rights', () =>
    expect(containerProblems(yaml(source), facts)).toEqual([]));
  it('has a database for as many connections', () =>
    expect(connectionProblems(yaml(source), image)).toEqual([]));

  it('takes from .env what .env.example explains, and nothing else', () => {
    const example = envFile(text('.env.example'), true);
    const variables = variablesOf(source);
    const optional = ['COMPOSE_PROFILES', 'KAFKA_CLUSTER_ID'];
    const names = (all: Iterable<string>) => [...all].filter((name) => !optional.includes(name)).sort();
    expect(names(Object.keys(example))).toEqual(names(variables.keys()));
    const secrets = [...variables].filter(([, required]) => required).map(([name]) => name);
    expect(secrets.sort()).toEqual(['POSTGRES_PASSWORD', 'TIMBRA_MASTER_KEY']);
    // An example of a secret would be somebody's secret: deploy/secrets.mjs makes them.
    const given = envFile(text('.env.example'));
    const empty = Object.keys(given).filter((name) => given[name] === '');
    expect(empty).toEqual(expect.arrayContaining(secrets));
    expect(empty.filter((name) => !/PASSWORD|_(KEY|TOKEN)$/.test(name))).toEqual([]);
    expect(
      Object.keys(example).filter((name) => /PASSWORD_|_(KEY|TOKEN)$/.test(name) && !OF_PACS.includes(name)),
    ).toEqual(empty.filter((name) => name !== 'POSTGRES_PASSWORD'));
    expect(text('.gitignore').split('\n')).toContain('.env');
  });

  it('has the names and the port that Prometheus asks', () => {
    const [job] = yaml(text('deploy/observability/prometheus.yml')).scrape_configs;
    const [{ names, port }] = job.dns_sd_configs;
    expect([...names].sort()).toEqual(SERVICES);
    expect(String(port)).toBe(image['TIMBRA_OPERATOR_PORT']);
  });

  it('runs the Kafka that our tests run on', () => {
    const tested = /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([\d.]+)/.exec(
      text('deploy/kafka/pom.xml'),
    )?.[1];
    expect(yaml(source).services.kafka.image).toMatch(new RegExp(`^apache/kafka:${tested}@sha256:`));
  });
});

describe('the rules notice', () => {
  it.each<[string, (compose: Doc) => void]>([
    ['gateway is no service', (c) => delete c.services.gateway],
    ['stamping is no service that runs', (c) => (c.services.stamping.command = ['invoicing'])],
    [
      'publicist is no app',
      (c) => (c.services.publicist = { ...c.services.webhooks, command: ['publicist'] }),
    ],
    ['no such setting: TIMBRA_KAFFKA', (c) => (c.services.webhooks.environment.TIMBRA_KAFFKA = 'a:1')],
    ["TIMBRA_ZIP_DAYS can't be set", (c) => delete c.services.gateway.environment.TIMBRA_ZIP_DAYS],
    ['stamping: lacks the secret', (c) => delete c.services.stamping.environment.TIMBRA_SIGNING_KEY],
    [
      'webhooks: TIMBRA_MASTER_KEY is not its',
      (c) => (c.services.webhooks.environment.TIMBRA_MASTER_KEY = 'key'),
    ],
    [
      'or not its login',
      (c) => (c.services.webhooks.environment.DATABASE_URL = c.services.gateway.environment.DATABASE_URL),
    ],
    ['there is no browser', (c) => delete c.services.browser],
    ['needs its token alone', (c) => (c.services.browser.environment.TIMBRA_BUS_KEY = 'key')],
    ['leads elsewhere', (c) => c.services.browser.networks.push('inside')],
    ['leads elsewhere', (c) => (c.networks.printing.internal = false)],
    ['reached by notifications,webhooks', (c) => c.services.webhooks.networks.push('printing')],
    ['has volumes', (c) => (c.services.browser.volumes = ['data:/data'])],
    ['not its image', (c) => (c.services.browser.image = 'timbra/browser-all:dev')],
    ['not at ws://browser', (c) => delete c.services.notifications.environment.TIMBRA_BROWSER_URL],
    ['no need of a network', (c) => c.services.invoicing.networks.push('outside')],
    ['DATABASE_URL is not', (c) => (c.services.timbra.environment.DATABASE_URL = 'postgresql://elsewhere/a')],
  ])('%s', (sentence, change) =>
    expect(topologyProblems(broken(change), facts)).toContainEqual(expect.stringContaining(sentence)),
  );

  it.each<[string, (compose: Doc) => void]>([
    ['no limits', (c) => delete c.services.kafka.deploy],
    ['no restart policy', (c) => delete c.services.mail.restart],
    ['published to the world', (c) => (c.services.postgres.ports = ['5432:5432'])],
    ['is never healthy', (c) => delete c.services.kafka.healthcheck],
    ['which is not there', (c) => delete c.services.topics],
    ['its file system can be written', (c) => (c.services.gateway.read_only = false)],
    ['keeps capabilities', (c) => delete c.services.notifications.cap_drop],
    ['killed before its', (c) => (c.services.invoicing.stop_grace_period = '10s')],
    ['is not pinned', (c) => (c.services.postgres.image = 'postgres:latest')],
    ['is not pinned', (c) => (c.services.mail.image = 'axllent/mailpit')],
    ['is not pinned by its digest', (c) => (c.services.kafka.image = 'apache/kafka:4.3.0')],
    ['too many rights', (c) => (c.services.gateway.privileged = true)],
  ])('%s', (sentence, change) =>
    expect(containerProblems(broken(change), facts)).toContainEqual(expect.stringContaining(sentence)),
  );

  it('a database that is too small', () =>
    expect(
      connectionProblems(
        broken((c) => (c.services.postgres.command = ['postgres', '-c', 'max_connections=100'])),
        image,
      ),
    ).toEqual([expect.stringMatching(/^distributed: \d+ connections of 100$/)]));
});
