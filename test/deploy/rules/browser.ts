import type { Doc } from '../project.js';

/**
 * Chromium works on what strangers typed, so we expect to lose it one day: it runs as a user of its own, has no secret but
 * its token and no setting, is reached by notifications alone and reaches nobody.
 */
const NAME = 'browser';
const PORT = 9222;
const TOKEN = 'TIMBRA_BROWSER_TOKEN';
const URL = `ws://${NAME}:${PORT}`;

/** Of the compose file: its service beside those of the apps, and the network that it shares with one of them. */
export function* composeBrowserProblems(compose: Doc): Iterable<string> {
  const { [NAME]: browser, notifications } = compose.services;
  if (browser === undefined) return yield 'there is no browser';
  if (browser.command?.join() !== NAME || !/\/browser:/.test(browser.image))
    yield 'browser: not its program, or not its image';
  const given = Object.keys(browser.environment);
  if (given.join() !== TOKEN) yield `browser: has ${given.join()}, needs its token alone`;
  if (browser.volumes !== undefined || browser.ports !== undefined) yield 'browser: has volumes or ports';
  const [network = '', ...more] = (browser.networks ?? []) as string[];
  if (more.length > 0 || compose.networks[network]?.internal !== true)
    yield 'browser: its network leads elsewhere';
  const others = Object.entries(compose.services as Record<string, Doc>)
    .filter(([name, service]) => name !== NAME && service.networks?.includes(network))
    .map(([name]) => name);
  if (others.join() !== 'notifications') yield `browser: reached by ${others.join()}`;
  if (notifications.environment.TIMBRA_BROWSER_URL !== URL) yield `notifications: not at ${URL}`;
}

const ofKind = (documents: readonly Doc[], kind: string): Doc[] =>
  documents.filter((one) => one.kind === kind);
const covers = (selector: Doc, labels: Doc): boolean =>
  Object.entries(selector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value) &&
  (selector?.matchExpressions ?? []).every(
    ({ key, operator, values }: Doc) => operator === 'In' && values.includes(labels[key]),
  );

/** The same of a cluster's manifests. */
export function* clusterBrowserProblems(documents: readonly Doc[]): Iterable<string> {
  const pod = (name: string): Doc =>
    ofKind(documents, 'Deployment').find(({ metadata }) => metadata.name === name)?.spec.template;
  const [browser, notifications] = [pod(NAME), pod('notifications')];
  if (browser === undefined) return yield 'there is no browser';
  const [container] = browser.spec.containers;
  if (container.args?.join() !== NAME || !/\/browser(:|@|$)/.test(container.image))
    yield 'browser: not its program, or not its image';
  const user = browser.spec.securityContext.runAsUser;
  if (user === notifications.spec.securityContext.runAsUser) yield 'browser: is the user of the services';
  const given: Doc[] = [...(container.envFrom ?? []), ...(container.env ?? [])];
  if (given.length !== 1 || !/^timbra-browser(-|$)/.test(given[0].secretRef?.name))
    yield 'browser: has more than its token';
  const volumes: Doc[] = browser.spec.volumes ?? [];
  if (volumes.some((volume) => volume.emptyDir === undefined)) yield 'browser: has volumes of others';
  if (ofKind(documents, 'Service').every(({ metadata }) => metadata.name !== NAME))
    yield 'browser: no Service';
  const env: Doc[] = notifications.spec.containers[0].env ?? [];
  if (!env.some(({ name, value }) => name === 'TIMBRA_BROWSER_URL' && value === URL))
    yield `notifications: not at ${URL}`;
  yield* networkProblems(ofKind(documents, 'NetworkPolicy'), browser, notifications);
}

function* networkProblems(policies: readonly Doc[], browser: Doc, notifications: Doc): Iterable<string> {
  const about = (labels: Doc) => policies.filter(({ spec }) => covers(spec.podSelector, labels));
  const its = about(browser.metadata.labels);
  if (!its.some(({ spec }) => spec.policyTypes.includes('Egress'))) yield 'browser: reaches everybody';
  if (its.some(({ spec }) => (spec.egress ?? []).length > 0)) yield 'browser: is let out';
  const letIn = its.flatMap(({ spec }) => (spec.ingress ?? []) as Doc[]);
  for (const { from, ports } of letIn) {
    const [peer, ...more] = from ?? [];
    const labels = peer?.podSelector?.matchLabels ?? {};
    if (
      more.length > 0 ||
      peer.namespaceSelector !== undefined ||
      labels['app.kubernetes.io/component'] !== 'notifications' ||
      !covers(peer.podSelector, notifications.metadata.labels)
    )
      yield 'browser: reached by others than notifications';
    if (ports?.length !== 1) yield 'browser: reached by other ports';
  }
  if (letIn.length === 0) yield 'browser: reached by nobody';
  const wayOut = about(notifications.metadata.labels)
    .flatMap(({ spec }) => (spec.egress ?? []) as Doc[])
    .filter(({ ports }) => ports.some(({ port }: Doc) => port === PORT))
    .flatMap(({ to }) => to as Doc[]);
  if (!wayOut.some(({ podSelector }) => podSelector && covers(podSelector, browser.metadata.labels)))
    yield 'notifications: no way to the browser';
}
