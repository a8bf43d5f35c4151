import type { Doc } from '../project.js';
import { isPinned, isPinnedByDigest } from './dockerfile.js';

export interface PodFacts {
  /** Paths that the code answers for orchestrators. */
  readonly operatorPaths: ReadonlySet<string>;
  /** Ports of the image: the API's and the operator's. */
  readonly port: number;
  readonly operatorPort: number;
  readonly drainSeconds: number;
}

const isOurs = (container: Doc): boolean =>
  /(^|\/)timbra\/(service(-pdf)?|browser)(:|$|@)/.test(container.image);
const isBrowser = (container: Doc): boolean => /(^|\/)timbra\/browser(:|$|@)/.test(container.image);

/** The pods that workloads of any kind make, with whose they are. */
export function* podsOf(documents: readonly Doc[]): Iterable<readonly [string, Doc, Doc]> {
  for (const { kind, metadata, spec } of documents)
    if (/^(Deployment|StatefulSet|DaemonSet|Job)$/.test(kind))
      yield [`${kind} ${metadata.name}`, spec.template, { kind, metadata, spec }];
}

/** What each pod must have: no rights, limits, probes that the code answers, time to end. */
export function podProblems(documents: readonly Doc[], facts: PodFacts): string[] {
  const problems: string[] = [];
  for (const [name, { metadata, spec }, owner] of podsOf(documents)) {
    const must = (holds: boolean, sentence: string) => void (holds || problems.push(`${name}: ${sentence}`));
    const pod = spec.securityContext ?? {};
    must(pod.runAsNonRoot === true && pod.runAsUser > 0, 'runs as root');
    must(pod.seccompProfile?.type === 'RuntimeDefault', 'no seccomp profile');
    must(spec.automountServiceAccountToken === false, 'has a token of Kubernetes');
    must(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, 'shares names of its node');
    const volumes = new Set<string>((spec.volumes ?? []).map((volume: Doc) => volume.name));
    for (const claim of owner.spec.volumeClaimTemplates ?? []) volumes.add(claim.metadata.name);
    for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
      const rights = container.securityContext ?? {};
      must(rights.allowPrivilegeEscalation === false, `${container.name} may gain rights`);
      must(rights.capabilities?.drop?.includes('ALL') === true, `${container.name} keeps capabilities`);
      must(
        !isOurs(container) || rights.readOnlyRootFilesystem === true,
        `${container.name}: its file system can be written`,
      );
      must(container.resources?.limits?.memory !== undefined, `${container.name}: no limit of memory`);
      must(container.resources?.requests?.cpu !== undefined, `${container.name}: no request of CPU`);
      must(
        isOurs(container)
          ? isPinned(container.image) || /:dev$/.test(container.image)
          : isPinnedByDigest(container.image),
        `${container.image} is not pinned`,
      );
      for (const { name: mount } of container.volumeMounts ?? [])
        must(volumes.has(mount), `no volume ${mount}`);
    }
    if (!spec.containers.some(isOurs)) continue;
    must(spec.enableServiceLinks === false, "Kubernetes' own variables read as our settings");
    if (owner.kind !== 'Deployment') continue;
    const [container] = spec.containers;
    must((spec.topologySpreadConstraints ?? []).length > 0, 'its replicas may all be on one node');
    // It has one port, prints again elsewhere what its end cuts off, and is reached by no monitoring (browser.ts).
    if (isBrowser(container)) {
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        must(container[probe]?.httpGet.path === '/healthz', `${probe}: nothing answers there`);
      continue;
    }
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe]?.httpGet ?? {};
      must(facts.operatorPaths.has(path), `${probe}: nothing answers ${path}`);
      must(
        container.ports.some((one: Doc) => one.name === port && one.containerPort === facts.operatorPort),
        `${probe}: port ${port}`,
      );
    }
    must(container.livenessProbe?.httpGet.path !== '/readyz', 'a database that is away would restart it');
    must(
      spec.terminationGracePeriodSeconds > facts.drainSeconds,
      `killed before its ${facts.drainSeconds} s are over`,
    );
    must(
      container.ports.some((one: Doc) => one.containerPort === facts.port),
      'no port of the API',
    );
    const scraped = metadata.annotations ?? {};
    must(scraped['prometheus.io/port'] === String(facts.operatorPort), 'is not scraped');
    must(facts.operatorPaths.has(scraped['prometheus.io/path']), 'nothing answers where it is scraped');
  }
  return problems;
}
