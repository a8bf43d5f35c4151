import { loadConfig, type Config } from '#hosting/config/config';
import { composeBrowserProblems } from './browser.js';
import { isPinnedByDigest } from './dockerfile.js';
import { isSecret, loginOf, secretProblems } from './secrets.js';
import type { Doc } from '../project.js';
import { isSetting } from '../settings.js';

/** A variable of the compose file: `${NAME}`, `${NAME:-default}` or `${NAME:?sentence}`. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** The names that the compose file takes from .env, and whether one must be there. */
export const variablesOf = (source: string): ReadonlyMap<string, boolean> =>
  new Map([...source.matchAll(VARIABLE)].map(([, name = '', kind]) => [name, kind === '?']));

/** Puts values in, as compose does: defaults where a variable is unset or empty. */
export const interpolate = (
  value: string | number | undefined,
  env: Readonly<Record<string, string>>,
): string =>
  String(value ?? '').replace(
    VARIABLE,
    (_, name: string, kind: string | undefined, other: string) => env[name] || (kind === '-' ? other : ''),
  );

const isOurs = (service: Doc): boolean => String(service.image).startsWith('timbra/');
/** Who calls others: mail servers, endpoints, PACs and the tax authority, and who is called from outside. */
const REACH_OUT = ['timbra', 'gateway', 'notifications', 'webhooks', 'stamping', 'cancellation'];

/** Chromium has rules of its own: browser.ts. */
const isBrowser = (service: Doc): boolean => String(service.image).startsWith('timbra/browser:');
const entries = (compose: Doc): [string, Doc][] => Object.entries(compose.services as Record<string, Doc>);
/** Those of our services that stay, not the steps. */
const staying = (compose: Doc, profile: string): [string, Doc][] =>
  entries(compose).filter(
    ([, service]) =>
      isOurs(service) &&
      !isBrowser(service) &&
      service.profiles?.includes(profile) &&
      service.restart === 'unless-stopped',
  );

/** A service with a bad one does not start. */
const TOKEN = { TIMBRA_BROWSER_TOKEN: 'as deploy/secrets.mjs makes it' };

const configOf = (
  service: Doc,
  image: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Config =>
  loadConfig({
    ...image,
    ...Object.fromEntries(
      Object.entries(service.environment as Record<string, string | number>).map(([name, value]) => [
        name,
        interpolate(value, env),
      ]),
    ),
  });

export interface ComposeFacts {
  readonly services: readonly string[];
  readonly settings: ReadonlySet<string>;
  /** What the images set by ENV. */
  readonly image: Readonly<Record<string, string>>;
  readonly drainSeconds: number;
}

/** Each app in its place, with the settings that it must have, and none that do not exist. */
export function topologyProblems(compose: Doc, { services, settings, image }: ComposeFacts): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  const env: Record<string, string> = { ...TOKEN, POSTGRES_PASSWORD: 'secret', TIMBRA_MASTER_KEY: 'key' };
  for (const name of services) env[`POSTGRES_PASSWORD_${name.toUpperCase()}`] = 'secret';
  const distributed = new Map(staying(compose, 'distributed'));
  for (const name of services)
    must(distributed.get(name)?.command?.join() === name, `${name} is no service that runs ${name}`);
  for (const name of distributed.keys()) must(services.includes(name), `${name} is no app`);
  must(staying(compose, 'embedded').length === 1, 'the embedded topology is one process');
  problems.push(...composeBrowserProblems(compose));
  for (const [name, service] of entries(compose).filter(([, one]) => isOurs(one) && !isBrowser(one))) {
    for (const variable of Object.keys(service.environment ?? {}))
      must(isSetting(settings, variable), `${name}: no such setting: ${variable}`);
    problems.push(...secretProblems(name, Object.keys(service.environment)));
    const { databaseUrl, masterKey, kafka, host, publicUrl } = configOf(service, image, env);
    must(
      databaseUrl === undefined || databaseUrl.includes(`//${loginOf(name)}:secret@postgres:5432/`),
      `${name}: DATABASE_URL is not the database, or not its login`,
    );
    must(masterKey === undefined || masterKey === 'key', `${name}: TIMBRA_MASTER_KEY is not that of .env`);
    must(host === '0.0.0.0', `${name}: can't be reached`);
    must(publicUrl !== undefined, `${name}: no TIMBRA_PUBLIC_URL`);
    const reachesOut = REACH_OUT.includes(name);
    must(
      reachesOut === (service.networks?.includes('outside') ?? false),
      `${name}: ${reachesOut ? 'reaches no' : 'has no need of a'} network outside`,
    );
    must(
      (kafka === undefined) === (service.profiles?.includes('embedded') ?? false),
      `${name}: TIMBRA_KAFKA`,
    );
    for (const setting of settings)
      if (
        !(setting in image) &&
        !isSecret(setting) &&
        (name === 'notifications' || setting !== 'TIMBRA_BROWSER_URL') &&
        (kafka !== undefined || !setting.startsWith('TIMBRA_KAFKA'))
      )
        must(setting in service.environment, `${name}: ${setting} can't be set`);
  }
  return problems;
}

/** What holds for containers that are run for others: limits, rights, restarts, order. */
export function containerProblems(
  compose: Doc,
  { drainSeconds }: Pick<ComposeFacts, 'drainSeconds'>,
): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  for (const [name, service] of entries(compose)) {
    const limits = service.deploy?.resources?.limits;
    must(limits?.memory !== undefined && limits?.cpus !== undefined, `${name}: no limits`);
    must(service.restart !== undefined, `${name}: no restart policy`);
    must(service.logging?.options?.['max-size'] !== undefined, `${name}: its log has no bound`);
    must(service.privileged !== true && service.network_mode !== 'host', `${name}: too many rights`);
    must(
      !(service.volumes ?? []).some((volume: unknown) => String(volume).includes('docker.sock')),
      `${name}: docker.sock`,
    );
    for (const port of service.ports ?? [])
      must(String(port).startsWith('127.0.0.1:'), `${name}: published to the world: ${port}`);
    for (const [other, { condition }] of Object.entries((service.depends_on ?? {}) as Record<string, Doc>)) {
      const target = compose.services[other];
      must(target !== undefined, `${name}: depends on ${other}, which is not there`);
      if (condition === 'service_healthy')
        must(
          target?.healthcheck?.test !== undefined || (isOurs(target) && !target.healthcheck?.disable),
          `${name}: ${other} is never healthy`,
        );
      if (condition === 'service_completed_successfully')
        must(target?.restart !== 'unless-stopped', `${name}: ${other} never completes`);
    }
    if (isOurs(service)) {
      must(service.read_only === true, `${name}: its file system can be written`);
      must(service.cap_drop?.includes('ALL') === true, `${name}: keeps capabilities`);
      must(service.security_opt?.includes('no-new-privileges:true') === true, `${name}: may gain rights`);
      must(
        Number.parseInt(service.stop_grace_period) > drainSeconds,
        `${name}: killed before its ${drainSeconds} s are over`,
      );
      must(service.tmpfs?.some((mount: string) => mount.startsWith('/tmp:')) === true, `${name}: no /tmp`);
      must(service.user === undefined, `${name}: another user than the image's`);
    } else {
      must(isPinnedByDigest(service.image), `${name}: ${service.image} is not pinned by its digest`);
      must(service.healthcheck?.test !== undefined, `${name}: no health check`);
    }
  }
  return problems;
}

/** Four of each process for its appends, one for readiness, one that listens, two while it looks after the tables (libs/hosting/src/runtime). */
const BESIDE_POOL = 8;

/** Whether PostgreSQL takes the connections of all processes of a topology. */
export function connectionProblems(compose: Doc, image: Readonly<Record<string, string>>): string[] {
  const allowed = Number(/max_connections=(\d+)/.exec(compose.services.postgres.command.join(' '))?.[1]);
  return ['embedded', 'distributed'].flatMap((profile) => {
    const needed = staying(compose, profile)
      .map(([, service]) => configOf(service, image, TOKEN).databasePoolSize + BESIDE_POOL)
      .reduce((sum, connections) => sum + connections, 0);
    // Three are PostgreSQL's own for its superuser; a rebuild or a step takes some.
    return needed + 20 < allowed ? [] : [`${profile}: ${needed} connections of ${allowed}`];
  });
}
