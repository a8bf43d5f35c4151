import { beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '#hosting/config/config';
import { drainSeconds, envFile, operatorPaths, SERVICES, text, yamls, type Doc } from './project.js';
import { OVERLAYS, render, renderer, type Overlay } from '../../scripts/lib/manifests.mjs';
import { clusterProblems, connections, environment } from './rules/cluster.js';
import { envOf, parseDockerfile } from './rules/dockerfile.js';
import { podProblems } from './rules/pods.js';
import { settings } from './settings.js';

const image = envOf(parseDockerfile(text('deploy/Dockerfile')).stages.get('service')!);
const secretsOf = (overlay: Overlay) =>
  envFile(text(`deploy/kubernetes/overlays/${overlay}/secrets.env.example`));
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
      const env = environment(documents, image, secretsOf(overlay));
      const { most, allowed } = connections(documents, loadConfig(env));
      if (allowed === undefined) expect(text('deploy/README.md')).toContain(`${most} connections`);
      else expect(most + 20).toBeLessThan(allowed);
    });
  });

  describe('the rules notice', () => {
    type Find = (kind: string, name: string) => Doc;
    const container = (find: Find, name: string): Doc =>
      find('Deployment', name).spec.template.spec.containers[0];
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
        (find) => (container(find, 'notifications').image = 'timbra/service:0.1.0'),
      ],
      [
        'more replicas than partitions',
        (find) => (find('HorizontalPodAutoscaler', 'stamping').spec.maxReplicas = 25),
      ],
      ['would undo its scaling', (find) => (find('Deployment', 'gateway').spec.replicas = 3)],
      ['no such setting: TIMBRA_LOGLEVEL', (find, all) => (settingsIn(all)['TIMBRA_LOGLEVEL'] = 'info')],
      ['belongs into the Secret', (find, all) => (settingsIn(all)['TIMBRA_KAFKA_PASSWORD'] = 'abc')],
      ['gateway: selects no pods', (find) => (find('Service', 'gateway').spec.selector = { app: 'api' })],
      [
        'is about no pod',
        (find) => (find('NetworkPolicy', 'timbra-mail').spec.podSelector.matchLabels = { app: 'mail' }),
      ],
      ['no ConfigMap', (find) => (container(find, 'gateway').envFrom[0].configMapRef.name = 'settings')],
    ])('%s', (sentence, change) =>
      expect(clusterProblems(broken(change), factsOf('production'))).toContainEqual(
        expect.stringContaining(sentence),
      ),
    );

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
