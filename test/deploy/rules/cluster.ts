import { loadConfig, type Config } from '#hosting/config/config';
import { podsOf } from './pods.js';
import type { Doc } from '../project.js';
import { isSetting } from '../settings.js';

type Labels = Readonly<Record<string, string>>;

const ofKind = (documents: readonly Doc[], kind: string): Doc[] =>
  documents.filter((one) => one.kind === kind);

const matches = (selector: Doc, labels: Labels): boolean =>
  Object.entries((selector?.matchLabels ?? {}) as Labels).every(([name, value]) => labels[name] === value) &&
  (selector?.matchExpressions ?? []).every(
    ({ key, operator, values }: Doc) => operator === 'In' && values.includes(labels[key]),
  );

/** What the pods of a service find in their environment: the settings of the ConfigMap, and the Secret's. */
export function environment(documents: readonly Doc[], image: Labels, secrets: Labels): Labels {
  const config = ofKind(documents, 'ConfigMap').find(({ metadata }) =>
    metadata.name.startsWith('timbra-settings'),
  );
  return { ...image, ...(config?.data as Labels), ...secrets };
}

export interface ClusterFacts {
  readonly services: readonly string[];
  readonly settings: ReadonlySet<string>;
  readonly image: Labels;
  /** The example of the overlay's Secret. */
  readonly secrets: Labels;
}

/** The parts of a cluster, held against each other: what names something finds it. */
export function clusterProblems(documents: readonly Doc[], facts: ClusterFacts): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  const names = (kind: string) =>
    new Set<string>(ofKind(documents, kind).map(({ metadata }) => metadata.name));
  const deployments = new Map<string, Doc>(
    ofKind(documents, 'Deployment').map((one) => [one.metadata.name, one]),
  );
  const pods = [...podsOf(documents)].map(([owner, template]) => ({
    owner,
    labels: template.metadata.labels as Labels,
    template,
  }));
  const env = environment(documents, facts.image, facts.secrets);

  for (const name of facts.services) {
    const container = deployments.get(name)?.spec.template.spec.containers[0];
    must(container?.args?.join() === name, `${name}: no Deployment runs it`);
    const prints = /service-pdf(:|$)/.test(container?.image);
    must(prints === (name === 'notifications'), `${name}: not its image`);
    must(names('PodDisruptionBudget').has(name), `${name}: no PodDisruptionBudget`);
  }
  for (const name of deployments.keys()) must(facts.services.includes(name), `${name} is no app`);

  for (const { metadata, spec } of [
    ...ofKind(documents, 'Service'),
    ...ofKind(documents, 'PodDisruptionBudget'),
  ]) {
    const selector = spec.selector?.matchLabels ? spec.selector : { matchLabels: spec.selector };
    must(
      pods.filter(({ labels }) => matches(selector, labels)).length === 1,
      `${metadata.name}: selects no pods, or others`,
    );
  }
  for (const { metadata, spec } of ofKind(documents, 'NetworkPolicy'))
    must(
      pods.some(({ labels }) => matches(spec.podSelector, labels)),
      `${metadata.name}: is about no pod`,
    );
  for (const { owner, labels } of pods) {
    const about = ofKind(documents, 'NetworkPolicy').filter(({ spec }) => matches(spec.podSelector, labels));
    must(
      about.some(({ spec }) => spec.policyTypes.includes('Ingress')),
      `${owner}: everybody reaches it`,
    );
  }

  for (const { owner, template } of pods)
    for (const container of [...(template.spec.initContainers ?? []), ...template.spec.containers])
      for (const { configMapRef, secretRef } of container.envFrom ?? []) {
        must(
          configMapRef === undefined || names('ConfigMap').has(configMapRef.name),
          `${owner}: no ConfigMap ${configMapRef?.name}`,
        );
        // Made outside of production's overlay, by a name that stays.
        must(
          secretRef === undefined ||
            names('Secret').has(secretRef.name) ||
            secretRef.name === 'timbra-secrets',
          `${owner}: no Secret ${secretRef?.name}`,
        );
      }

  const config = ofKind(documents, 'ConfigMap').flatMap(({ data }) => Object.keys(data));
  for (const name of [...config, ...Object.keys(facts.secrets).filter((one) => one !== 'POSTGRES_PASSWORD')])
    must(isSetting(facts.settings, name), `no such setting: ${name}`);
  for (const name of config)
    must(
      !(name in facts.secrets) && !/PASSWORD|MASTER_KEY|_URL$/.test(name.replace('TIMBRA_PUBLIC_URL', '')),
      `${name} belongs into the Secret`,
    );
  const { databaseUrl, masterKey, kafka, host, publicUrl } = loadConfig(env);
  must(
    databaseUrl !== undefined && masterKey !== undefined,
    'the Secret lacks DATABASE_URL or TIMBRA_MASTER_KEY',
  );
  must(
    kafka !== undefined && publicUrl !== undefined && host === '0.0.0.0',
    'TIMBRA_KAFKA, TIMBRA_PUBLIC_URL or TIMBRA_HOST',
  );

  for (const { metadata, spec } of ofKind(documents, 'HorizontalPodAutoscaler')) {
    const target = deployments.get(spec.scaleTargetRef.name);
    must(target !== undefined, `${metadata.name}: scales nothing`);
    must(target?.spec.replicas === undefined, `${metadata.name}: each deployment would undo its scaling`);
    must(spec.maxReplicas <= (kafka?.partitions ?? 0), `${metadata.name}: more replicas than partitions`);
    must(spec.minReplicas >= 2, `${metadata.name}: one replica is none while it is moved`);
  }
  return problems;
}

/** Connections that all pods may have to PostgreSQL at the same time, and those that it allows where it is in the overlay. */
export function connections(documents: readonly Doc[], config: Pick<Config, 'databasePoolSize'>) {
  const scaled = new Map<string, number>(
    ofKind(documents, 'HorizontalPodAutoscaler').map(({ spec }) => [
      spec.scaleTargetRef.name,
      spec.maxReplicas,
    ]),
  );
  const replicas = ofKind(documents, 'Deployment').reduce(
    // One more while a version is replaced.
    (sum, { metadata, spec }) => sum + (scaled.get(metadata.name) ?? spec.replicas ?? 1) + 1,
    0,
  );
  const args = ofKind(documents, 'StatefulSet').flatMap(
    ({ spec }) => spec.template.spec.containers[0].args ?? [],
  );
  const allowed = /max_connections=(\d+)/.exec(args.join(' '))?.[1];
  // Four of each for its appends.
  return {
    most: replicas * (config.databasePoolSize + 4),
    allowed: allowed === undefined ? undefined : Number(allowed),
  };
}
