import leven from 'leven';
import { OWN_DATABASE_VARIABLES } from './own-databases.js';
import { findNearest, type Choice } from '#kernel';

type Env = Readonly<Record<string, string | undefined>>;

const PREFIX = 'TIMBRA_';

/** What the service and its programs read, without TIMBRA_. variables.spec.ts holds it against the code. */
// prettier-ignore
export const SETTINGS = [
  'AUDIT_DAYS', 'BODY_LIMIT_MB', 'BROWSER_TOKEN', 'BROWSER_URL', 'BUS_KEY', 'BUS_KEY_ALSO', 'CATALOGUES',
  'CLAIM_GRACE_MS', 'DATA', 'DATABASE_LOGINS', 'DATABASE_POOL', 'DOCUMENTS_KEY', 'DOCUMENTS_KEY_ALSO',
  'DOMAIN_EVENTS', 'DOMAIN_SHARDS', 'DOWNLOAD_URL_MINUTES', 'DRAIN_MS', 'EVENT_DAYS', 'EVENT_STORE', 'FINKOK_MANIFEST_URL', 'FINKOK_PASSWORD',
  'FINKOK_SNID', 'FINKOK_URL', 'FINKOK_USER', 'HOST', 'INBOUND_DOMAIN', 'INBOUND_SECRET', 'INVITE_DAYS',
  'KAFKA', 'KAFKA_CA', 'KAFKA_PARTITIONS', 'KAFKA_PASSWORD', 'KAFKA_PREFIX', 'KAFKA_REPLICATION',
  'KAFKA_SASL', 'KAFKA_SESSION_MS', 'KAFKA_TLS', 'KAFKA_USER', 'LEASE_MS', 'LOG_LEVEL', 'MAILBOX',
  'MAIL_FROM', 'MAIL_WAIT_MS', 'MASTER_KEY', 'MASTER_KEY_ALSO', 'MAX_ANSWERS_EACH_MB', 'MAX_BODIES_EACH_MB',
  'MAX_BODIES_MB', 'MAX_CONNECTIONS', 'MAX_CONNECTIONS_EACH', 'MAX_DATABASE_WAIT_MS', 'MAX_LOOP_DELAY_MS',
  'MAX_READS_EACH', 'MAX_REQUESTS', 'MAX_REQUESTS_EACH', 'OPERATOR_HOST', 'OPERATOR_PORT', 'PACS',
  'PAC_RETRY_MS', 'PAC_SETTLE_MS', 'PAC_SURPLUS', 'PAC_TIMEOUT_MS', 'PORT', 'PRODIGIA_CONTRACT',
  'PRODIGIA_MANIFEST_TEXT', 'PRODIGIA_MANIFEST_URL', 'PRODIGIA_PASSWORD', 'PRODIGIA_URL', 'PRODIGIA_USER',
  'PUBLIC_URL', 'PUBLISHER_LEASE_MS', 'PUBLISHER_MAX_AGE_MS', 'RATE_CREATE', 'RATE_DETAIL', 'RATE_HEAVY',
  'RATE_LIST', 'RATE_WRITE', 'SAT_69B', 'SAT_CERTIFICATES_URL', 'SAT_DOWNLOAD_PAUSE_MS', 'SAT_DOWNLOAD_URL',
  'SAT_LCO', 'SAT_LRFC', 'SAT_ROOTS', 'SAT_STATUS_URL', 'SIGNING_KEY', 'SIGNING_KEY_ALSO', 'SMTP_URL',
  'STAMP_WAIT_MS', 'SW_API_URL', 'SW_PASSWORD', 'SW_TOKEN', 'SW_URL', 'SW_USER', 'TRUST_PROXY',
  'WEBHOOK_ALLOW', 'WEBHOOK_LIMIT', 'WEBHOOK_PROXY', 'ZIP_DAYS', 'ZIP_IN_TEST',
] as const;

/** What scripts, tests, the compose file and the listener read, without TIMBRA_: no settings of the service, and no mistakes. */
// prettier-ignore
export const OF_TOOLS = [
  'API_KEY', 'API_URL', 'BENCH_BASE', 'BENCH_BURN_MS',
  'BENCH_PROFILE', 'CRASH_KILLS', 'CRASH_PAUSE_MS', 'CRASH_SEED', 'CROWD_CLIENTS',
  'CROWD_RECEIPTS', 'EVENTS', 'FAILURES', 'FAILURES_SEED', 'FUZZ_ONLY', 'FUZZ_REQUESTS', 'FUZZ_SEED',
  'HOSTILE_REPORT', 'INTERLEAVINGS', 'KAFKA_HEAP', 'KAFKA_JARS', 'KAFKA_JAVA', 'KEEP_INSTALLATION', 'MEASURE',
  'PORTAL_PICTURES', 'SATCFDI_PYTHON', 'VERSION', 'WEBHOOK_SECRET',
] as const;

/** Settings under names of others, which people write with our prefix. */
const WITHOUT_PREFIX = [
  ...['DATABASE_URL', 'EVENTSTOREDB_URL', 'EVENTSTOREDB_PREFIX', 'CHROMIUM_PATH'],
  ...OWN_DATABASE_VARIABLES,
];

/** Who begins like this names the database of a service, or means to. */
const OF_SERVICES = 'DATABASE_URL_';

/** Tests have variables of any name below this. */
const OF_TESTS = /^TIMBRA_TEST_/;
/** What Kubernetes and Docker say of a service that is called timbra: nobody wrote them. */
const OF_LINKS = /_SERVICE_(HOST|PORT)|_PORT_\d{1,5}_(TCP|UDP)/;
/** More of them are no misspellings: another program's variables have our prefix. */
const MOST = 20;
const LONGEST = 80;

const known = new Set<string>([...SETTINGS, ...OF_TOOLS].map((name) => PREFIX + name));
const choices: readonly Choice[] = [
  ...SETTINGS.map((name) => ({ word: PREFIX + name })),
  ...WITHOUT_PREFIX.map((word) => ({ word, names: [PREFIX + word] })),
];

/**
 * A sentence for each variable that begins with TIMBRA_, or as those of databases do, and that nothing reads, with the setting whose name is nearest. It
 * tells no values: they may be secrets.
 */
export function warnOfUnknown(env: Env): readonly string[] {
  const unknown = Object.keys(env).filter(
    (name) =>
      (name.startsWith(PREFIX) && !known.has(name) && !OF_TESTS.test(name) && !OF_LINKS.test(name)) ||
      (name.startsWith(OF_SERVICES) && !OWN_DATABASE_VARIABLES.includes(name)),
  );
  return unknown
    .slice(0, MOST)
    .map((name) => `${shown(name)} is no setting of Timbra and does nothing: did you mean ${nearest(name)}?`);
}

/** A name in the environment may hold anything but "=". */
const shown = (name: string): string => name.slice(0, LONGEST).replace(/[^\x20-\x7e]/g, '?');

/** The setting that is meant, or where none is close the one that differs least. */
function nearest(name: string): string {
  const meant = name.startsWith(OF_SERVICES) ? undefined : findNearest(name, choices);
  if (meant !== undefined) return meant;
  const words = name.startsWith(OF_SERVICES) ? OWN_DATABASE_VARIABLES : choices.map(({ word }) => word);
  const sought = name.slice(0, LONGEST).toUpperCase();
  const distances = words.map((word) => ({ word, distance: leven(word, sought) }));
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).word;
}
