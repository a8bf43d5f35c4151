import { networkFilter, readNetwork, SPECIAL_NETWORKS } from '#kernel';
import { loadConfig, type Config } from '#hosting/config/config';
import { podsOf } from './pods.js';
import type { Doc } from '../project.js';
import { clusterBrowserProblems } from './browser.js';
import { isSetting } from '../settings.js';
import { isSecret, loginOf, secretProblems } from './secrets.js';

type Labels = Readonly<Record<string, string>>;

const ofKind = (documents: readonly Doc[], kind: string): Doc[] =>
  documents.filter((one) => one.kind === kind);

const matches = (selector: Doc, labels: Labels): boolean =>
  Object.entries((selector?.matchLabels ?? {}) as Labels).every(([name, value]) => labels[name] === value) &&
  (selector?.matchExpressions ?? []).every(
    ({ key, operator, values }: Doc) => operator === 'In' && values.includes(labels[key]),
  );

/** What the pods of a service find in their environment: the settings of the ConfigMap, and its own Secret's. */
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
  /** What each Secret has, by its name without `timbra-`. */
  readonly secrets: Readonly<Record<string, Labels>>;
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
  const envOf = (name: string) => environment(documents, facts.image, facts.secrets[name] ?? {});

  for (const name of facts.services) {
    const container = deployments.get(name)?.spec.template.spec.containers[0];
    must(container?.args?.join() === name, `${name}: no Deployment runs it`);
    must(/\/service(:|@|$)/.test(container?.image), `${name}: not its image`);
    must(names('PodDisruptionBudget').has(name), `${name}: no PodDisruptionBudget`);
  }
  for (const name of deployments.keys())
    must(facts.services.includes(name) || name === 'browser', `${name} is no app`);
  must(names('PodDisruptionBudget').has('browser'), 'browser: no PodDisruptionBudget');

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
        if (secretRef === undefined) continue;
        // Made outside of production's overlay, by names that stay; the generator adds a hash.
        const [, name = ''] = /^timbra-([a-z]+)(-[a-z0-9]{10})?$/.exec(secretRef.name) ?? [];
        must(name in facts.secrets || secretRef.optional === true, `${owner}: no Secret ${secretRef.name}`);
        must(name === container.args?.[0], `${owner}: has the secrets of ${name}`);
      }
  for (const [name, secrets] of Object.entries(facts.secrets))
    if (name !== 'postgres') problems.push(...secretProblems(name, Object.keys(secrets)));

  const config = ofKind(documents, 'ConfigMap').flatMap(({ data }) => Object.keys(data));
  const secrets = Object.values(facts.secrets).flatMap((one) => Object.keys(one));
  for (const name of [...config, ...secrets.filter((one) => one !== 'POSTGRES_PASSWORD')])
    must(isSetting(facts.settings, name), `no such setting: ${name}`);
  for (const name of config) must(!isSecret(name), `${name} belongs into a Secret`);
  for (const name of facts.services) {
    const { databaseUrl, host, kafka, publicUrl } = loadConfig(envOf(name));
    must(new URL(databaseUrl ?? '').username === loginOf(name), `${name}: not its login to the database`);
    must(
      kafka !== undefined && publicUrl !== undefined && host === '0.0.0.0',
      `${name}: TIMBRA_KAFKA, TIMBRA_PUBLIC_URL or TIMBRA_HOST`,
    );
  }
  const { kafka } = loadConfig(envOf('gateway'));
  problems.push(...networkProblems(documents), ...clusterBrowserProblems(documents));

  for (const { metadata, spec } of ofKind(documents, 'HorizontalPodAutoscaler')) {
    const target = deployments.get(spec.scaleTargetRef.name);
    must(target !== undefined, `${metadata.name}: scales nothing`);
    must(target?.spec.replicas === undefined, `${metadata.name}: each deployment would undo its scaling`);
    must(spec.maxReplicas <= (kafka?.partitions ?? 0), `${metadata.name}: more replicas than partitions`);
    must(spec.minReplicas >= 2, `${metadata.name}: one replica is none while it is moved`);
  }
  return problems;
}

/** Each rule of a policy says with whom: one without lets in, or lets out to, the whole world. */
function* networkProblems(documents: readonly Doc[]): Iterable<string> {
  for (const { metadata, spec } of ofKind(documents, 'NetworkPolicy'))
    for (const [way, rules, peers] of [
      ['in', spec.ingress, 'from'],
      ['out', spec.egress, 'to'],
    ] as const)
      for (const rule of rules ?? []) {
        const others: Doc[] = rule[peers] ?? [];
        // Kustomize adds our own labels to matchLabels: the pods of others are found by expressions.
        for (const { namespaceSelector, podSelector } of others)
          if (namespaceSelector !== undefined && podSelector?.matchLabels !== undefined)
            yield `${metadata.name}: ${way}, with pods of another namespace by our labels`;
        if (others.length === 0) yield `${metadata.name}: ${way}, with anybody`;
        for (const { ipBlock } of others)
          if (
            isWide(ipBlock?.cidr) &&
            !(way === 'out' && mayReachOut(spec, rule.ports) && leavesOutSpecial(ipBlock))
          )
            yield `${metadata.name}: ${way}, with the world`;
        if ((rule.ports ?? []).length === 0) yield `${metadata.name}: ${way}, by any port`;
      }
}

/** A network that nobody owns alone. */
const isWide = (cidr = ''): boolean => /\/[0-7]$/.test(cidr);

/** Webhooks call strangers, who may be anywhere; who stamps and cancels calls PACs and the tax authority, by HTTPS alone. */
function mayReachOut({ podSelector }: Doc, ports: readonly Doc[] = []): boolean {
  const component = 'app.kubernetes.io/component';
  if (podSelector?.matchLabels?.[component] === 'webhooks') return true;
  const [expression, ...others]: readonly Doc[] = podSelector?.matchExpressions ?? [];
  const named: readonly string[] =
    expression?.key === component && expression.operator === 'In' && others.length === 0
      ? expression.values
      : [];
  return (
    named.length > 0 &&
    named.every((name) => ['stamping', 'cancellation'].includes(name)) &&
    ports.every(({ port, endPort }) => port === 443 && endPort === undefined)
  );
}

/** But nowhere inside: all special networks that are within the block are left out of it. */
function leavesOutSpecial({
  cidr,
  except = [],
}: {
  readonly cidr: string;
  readonly except?: string[];
}): boolean {
  const [isWithin, isLeftOut] = [networkFilter([cidr]), networkFilter(except)];
  return SPECIAL_NETWORKS.flatMap(({ network }) => readNetwork(network)?.address ?? [])
    .filter((address) => isWithin(address))
    .every((address) => isLeftOut(address));
}

/** What only we and our operators ask for. */
const NOT_FOR_THE_WORLD = ['/docs', '/mailbox', '/healthz', '/readyz', '/metrics'];

/** What holds where customers come: https, limits by organization, and of the gateway's paths those that are theirs. */
export function publicProblems(documents: readonly Doc[], env: Labels): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  const { publicUrl = '', rateLimits, trustProxy, mailbox } = loadConfig(env);
  must(publicUrl.startsWith('https:'), 'TIMBRA_PUBLIC_URL is not https: no HSTS');
  must(!mailbox, 'the mailbox is served');
  must(trustProxy !== true, 'TIMBRA_TRUST_PROXY believes everybody');
  for (const [name, perMinute] of Object.entries(rateLimits))
    must(perMinute > 0, `TIMBRA_RATE_${name.toUpperCase()} sets no limit`);
  const ingresses = ofKind(documents, 'Ingress');
  must(ingresses.length > 0, 'no Ingress');
  for (const { metadata, spec } of ingresses) {
    const hosts = (spec.tls ?? []).flatMap((tls: Doc) => tls.hosts);
    for (const { host, http } of spec.rules) {
      must(
        hosts.includes(host) && new URL(publicUrl).hostname === host,
        `${metadata.name}: ${host} without TLS`,
      );
      for (const { path } of http.paths)
        for (const own of NOT_FOR_THE_WORLD)
          must(
            path !== '/' && !`${own}/`.startsWith(`${path}/`),
            `${metadata.name}: the world reaches ${own}`,
          );
    }
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
  const replicas = ofKind(documents, 'Deployment')
    .filter(({ metadata }) => metadata.name !== 'browser')
    .reduce(
      // One more while a version is replaced.
      (sum, { metadata, spec }) => sum + (scaled.get(metadata.name) ?? spec.replicas ?? 1) + 1,
      0,
    );
  const args = ofKind(documents, 'StatefulSet').flatMap(
    ({ spec }) => spec.template.spec.containers[0].args ?? [],
  );
  const allowed = /max_connections=(\d+)/.exec(args.join(' '))?.[1];
  // Four of each for its appends, the one that readiness writes over, and the one that listens.
  return {
    most: replicas * (config.databasePoolSize + 6),
    allowed: allowed === undefined ? undefined : Number(allowed),
  };
}
