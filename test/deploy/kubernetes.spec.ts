import { beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '#hosting/config/config';
import { drainSeconds, operatorPaths, SERVICES, text, yamls, type Doc } from './project.js';
import { OVERLAYS, render, renderer, type Overlay } from '../../scripts/lib/manifests.mjs';
import { kubernetes } from '../../deploy/secrets.mjs';
import { clusterProblems, connections, environment, publicProblems } from './rules/cluster.js';
import { envOf, parseDockerfile } from './rules/dockerfile.js';
import { podProblems } from './rules/pods.js';
import { settings } from './settings.js';

const image = envOf(parseDockerfile(text('deploy/Dockerfile')).stages.get('service')!);
/** As deploy/secrets.mjs makes them; in production Kafka and the mail server ask for a password. */
const secretsOf = (overlay: Overlay) =>
  overlay === 'trial'
    ? kubernetes(undefined, {})
    : kubernetes('postgresql://postgres.example.com:5432/timbra?sslmode=verify-full', {
        TIMBRA_KAFKA_PASSWORD: 'of-kafka',
        TIMBRA_SMTP_URL: 'smtps://user:password@mail.example.com',
      });
const podFacts = {
  operatorPaths: operatorPaths(),
  port: Number(image['TIMBRA_PORT']),
  operatorPort: Number(image['TIMBRA_OPERATOR_PORT']),
  drainSeconds: drainSeconds(),
};
const factsOf = (overlay: Overlay) => ({
  services: SERVICES,
  settings: settings(),
  image,
  secrets: secretsOf(overlay),
});

const settingsIn = (documents: readonly Doc[]): Record<string, string> =>
  documents.find(({ kind, metadata }) => kind === 'ConfigMap' && /^timbra-settings/.test(metadata.name)).data;

describe('what the manifests are held against', () => {
  it('is in the code', () => {
    expect([...podFacts.operatorPaths].sort()).toEqual(['/healthz', '/metrics', '/readyz']);
    expect(podFacts.drainSeconds).toBe(30);
    expect(SERVICES).toEqual(expect.arrayContaining(['gateway', 'invoicing', 'stamping', 'notifications']));
    for (const name of ['DATABASE_URL', 'EVENTSTOREDB_PREFIX', 'TIMBRA_KAFKA_PASSWORD', 'CHROMIUM_PATH'])
      expect([...settings()]).toContain(name);
  });
});

if (!renderer) {
  describe('deploy/kubernetes', () => {
    it.skip('is not tried: neither kubectl nor kustomize is here', () => undefined);
  });
} else {
  describe.each(OVERLAYS)('deploy/kubernetes/overlays/%s', (overlay) => {
    let documents: Doc[];
    beforeAll(() => {
      documents = yamls(render(overlay));
    });

    it('has pods with limits, without rights, with probes that the code answers', () =>
      expect(podProblems(documents, podFacts)).toEqual([]));
    it('has every app, and its parts find each other', () =>
      expect(clusterProblems(documents, factsOf(overlay))).toEqual([]));
    it('has a database for as many connections, or says how many it needs', () => {
      const env = environment(documents, image, secretsOf(overlay).gateway!);
      const { most, allowed } = connections(documents, loadConfig(env));
      if (allowed === undefined) expect(text('deploy/README.md')).toContain(`${most} connections`);
      else expect(most + 20).toBeLessThan(allowed);
    });
  });

  /** What the gateway finds in production, with what its own Deployment sets. */
  const gatewayEnv = (documents: readonly Doc[]) => {
    const gateway = documents.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway',
    );
    const own = (gateway?.spec.template.spec.containers[0].env ?? []) as { name: string; value: string }[];
    return {
      ...environment(documents, image, secretsOf('production').gateway!),
      ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    };
  };

  it('production is for customers: https, limits, and nothing of ours to see', () => {
    const documents = yamls(render('production'));
    expect(publicProblems(documents, gatewayEnv(documents))).toEqual([]);
  });

  describe('the rules notice', () => {
    type Find = (kind: string, name: string) => Doc;
    const container = (find: Find, name: string): Doc =>
      find('Deployment', name).spec.template.spec.containers[0];
    const secretOf = (find: Find, name: string): Doc => container(find, name).envFrom[0].secretRef;
    let production: string;
    beforeAll(() => {
      production = render('production');
    });
    /** The manifests of production with one thing changed. */
    const broken = (change: (find: Find, all: Doc[]) => unknown): Doc[] => {
      const all = yamls(production);
      change((kind, name) => all.find((one) => one.kind === kind && one.metadata.name === name), all);
      return all;
    };

    it.each<[string, (find: Find) => unknown]>([
      [
        'nothing answers /ready',
        (find) => (container(find, 'gateway').readinessProbe.httpGet.path = '/ready'),
      ],
      ['would restart it', (find) => (container(find, 'webhooks').livenessProbe.httpGet.path = '/readyz')],
      ['readinessProbe: port', (find) => (container(find, 'gateway').readinessProbe.httpGet.port = 'http')],
      [
        'killed before',
        (find) => (find('Deployment', 'gateway').spec.template.spec.terminationGracePeriodSeconds = 30),
      ],
      [
        'runs as root',
        (find) => delete find('Deployment', 'stamping').spec.template.spec.securityContext.runAsNonRoot,
      ],
      [
        'can be written',
        (find) => (container(find, 'stamping').securityContext.readOnlyRootFilesystem = false),
      ],
      ['keeps capabilities', (find) => (container(find, 'stamping').securityContext.capabilities.drop = [])],
      [
        'read as our settings',
        (find) => delete find('Deployment', 'invoicing').spec.template.spec.enableServiceLinks,
      ],
      ['no limit of memory', (find) => delete container(find, 'invoicing').resources.limits],
      ['is not pinned', (find) => (container(find, 'customers').image = 'timbra/service:latest')],
      ['no volume tmp', (find) => (find('Deployment', 'invoicing').spec.template.spec.volumes = [])],
      [
        'nothing answers where it is scraped',
        (find) =>
          (find('Deployment', 'gateway').spec.template.metadata.annotations['prometheus.io/path'] = '/m'),
      ],
    ])('%s', (sentence, change) =>
      expect(podProblems(broken(change), podFacts)).toContainEqual(expect.stringContaining(sentence)),
    );

    it.each<[string, (find: Find, all: Doc[]) => unknown]>([
      ['invoicing: no Deployment runs it', (find) => (container(find, 'invoicing').args = ['stamping'])],
      [
        'webhooks: no Deployment',
        (_, all) =>
          all.splice(
            all.findIndex((one) => one.kind === 'Deployment' && one.metadata.name === 'webhooks'),
            1,
          ),
      ],
      [
        'notifications: not its image',
        (find) => (container(find, 'notifications').image = 'timbra/service-pdf:0.1.0'),
      ],
      [
        'more replicas than partitions',
        (find) => (find('HorizontalPodAutoscaler', 'stamping').spec.maxReplicas = 25),
      ],
      ['would undo its scaling', (find) => (find('Deployment', 'gateway').spec.replicas = 3)],
      ['no such setting: TIMBRA_LOGLEVEL', (find, all) => (settingsIn(all)['TIMBRA_LOGLEVEL'] = 'info')],
      ['belongs into a Secret', (find, all) => (settingsIn(all)['TIMBRA_KAFKA_PASSWORD'] = 'abc')],
      ['gateway: selects no pods', (find) => (find('Service', 'gateway').spec.selector = { app: 'api' })],
      [
        'is about no pod',
        (find) => (find('NetworkPolicy', 'timbra-mail').spec.podSelector.matchLabels = { app: 'mail' }),
      ],
      [
        'has the secrets of stamping',
        (find) => (container(find, 'notifications').envFrom[1].secretRef.name = 'timbra-stamping'),
      ],
      [
        'timbra-stores: out, with anybody',
        (find) => delete find('NetworkPolicy', 'timbra-stores').spec.egress[0].to,
      ],
      [
        'timbra-webhooks: out, with the world',
        (find) => delete find('NetworkPolicy', 'timbra-webhooks').spec.egress[0].to[0].ipBlock.except,
      ],
      [
        'timbra-webhooks: out, with the world',
        (find) => find('NetworkPolicy', 'timbra-webhooks').spec.egress[0].to[1].ipBlock.except.pop(),
      ],
      [
        'timbra-webhooks: out, with the world',
        (find) =>
          (find('NetworkPolicy', 'timbra-webhooks').spec.podSelector.matchLabels = {
            'app.kubernetes.io/component': 'gateway',
          }),
      ],
      [
        'timbra-pacs: out, with the world',
        (find) => delete find('NetworkPolicy', 'timbra-pacs').spec.egress[0].ports[0].port,
      ],
      [
        'timbra-pacs: out, with the world',
        (find) => delete find('NetworkPolicy', 'timbra-pacs').spec.egress[0].to[0].ipBlock.except,
      ],
      [
        'timbra-pacs: out, with the world',
        (find) =>
          find('NetworkPolicy', 'timbra-pacs').spec.podSelector.matchExpressions[0].values.push('invoicing'),
      ],
      [
        'timbra-mail: out, with the world',
        (find) => (find('NetworkPolicy', 'timbra-mail').spec.egress[0].to[0].ipBlock.cidr = '0.0.0.0/0'),
      ],
      [
        'timbra-api: in, by any port',
        (find) => delete find('NetworkPolicy', 'timbra-api').spec.ingress[0].ports,
      ],
      [
        'timbra-names: out, with pods of another namespace by our labels',
        (find) =>
          (find('NetworkPolicy', 'timbra-names').spec.egress[0].to[0].podSelector = {
            matchLabels: { 'k8s-app': 'kube-dns', 'app.kubernetes.io/name': 'timbra' },
          }),
      ],
      [
        'there is no browser',
        (_, all) =>
          all.splice(
            all.findIndex((one) => one.kind === 'Deployment' && one.metadata.name === 'browser'),
            1,
          ),
      ],
      [
        'browser: has more than its token',
        (find) => container(find, 'browser').envFrom.push({ configMapRef: { name: 'timbra-settings' } }),
      ],
      ['has the secrets of stamping', (find) => (secretOf(find, 'browser').name = 'timbra-stamping')],
      [
        'browser: is the user of the services',
        (find) => (find('Deployment', 'browser').spec.template.spec.securityContext.runAsUser = 1000),
      ],
      [
        // As a pod of timbra it would have the ways that all of these have.
        'browser: is let out',
        (find) =>
          (find('Deployment', 'browser').spec.template.metadata.labels['app.kubernetes.io/name'] = 'timbra'),
      ],
      [
        'browser: is let out',
        (find) =>
          (find('NetworkPolicy', 'timbra-browser').spec.egress = [
            { to: [{ podSelector: {} }], ports: [{ protocol: 'TCP', port: 53 }] },
          ]),
      ],
      [
        'browser: reaches everybody',
        (find) => (find('NetworkPolicy', 'timbra-browser').spec.policyTypes = ['Ingress']),
      ],
      [
        'reached by others than notifications',
        (find) => (find('NetworkPolicy', 'timbra-browser').spec.ingress[0].from[0].podSelector = {}),
      ],
      [
        'reached by others than notifications',
        (find) => (find('NetworkPolicy', 'timbra-browser').spec.ingress[0].from[0].namespaceSelector = {}),
      ],
      [
        'notifications: no way to the browser',
        (find) => delete find('NetworkPolicy', 'timbra-printing').spec.egress,
      ],
      ['notifications: not at ws://browser', (find) => delete container(find, 'notifications').env],
      ['no ConfigMap', (find) => (container(find, 'gateway').envFrom[0].configMapRef.name = 'settings')],
    ])('%s', (sentence, change) =>
      expect(clusterProblems(broken(change), factsOf('production'))).toContainEqual(
        expect.stringContaining(sentence),
      ),
    );

    it.each<[string, (find: Find, all: Doc[]) => unknown]>([
      [
        'the world reaches /docs',
        (find) => (find('Ingress', 'gateway').spec.rules[0].http.paths[0].path = '/'),
      ],
      [
        'the world reaches /readyz',
        (find) => (find('Ingress', 'gateway').spec.rules[0].http.paths[0].path = '/readyz'),
      ],
      ['without TLS', (find) => delete find('Ingress', 'gateway').spec.tls],
      ['TIMBRA_RATE_HEAVY sets no limit', (_, all) => delete settingsIn(all)['TIMBRA_RATE_HEAVY']],
      ['is not https', (_, all) => (settingsIn(all)['TIMBRA_PUBLIC_URL'] = 'http://facturas.example.com')],
      ['believes everybody', (_, all) => (settingsIn(all)['TIMBRA_TRUST_PROXY'] = 'true')],
    ])('%s', (sentence, change) => {
      const documents = broken(change);
      expect(publicProblems(documents, gatewayEnv(documents))).toContainEqual(
        expect.stringContaining(sentence),
      );
    });

    it('a secret that is another’s, and one that is missing', () => {
      const { stamping, ...others } = secretsOf('production');
      const { TIMBRA_SIGNING_KEY, ...rest } = stamping!;
      const secrets = {
        ...others,
        stamping: rest,
        webhooks: { ...others.webhooks, TIMBRA_SIGNING_KEY: TIMBRA_SIGNING_KEY! },
      };
      expect(
        clusterProblems(
          broken(() => undefined),
          { ...factsOf('production'), secrets },
        ),
      ).toEqual([
        'webhooks: TIMBRA_SIGNING_KEY is not its secret',
        'stamping: lacks the secret TIMBRA_SIGNING_KEY',
      ]);
    });

    it('settings that the services would refuse', () => {
      const documents = yamls(
        render('trial', (folder) =>
          appendFileSync(join(folder, 'overlays/trial/settings.env'), 'TIMBRA_KAFKA_SASL=plain\n'),
        ),
      );
      expect(() => clusterProblems(documents, factsOf('trial'))).toThrow('TIMBRA_KAFKA_SASL needs');
    });
  });
}
