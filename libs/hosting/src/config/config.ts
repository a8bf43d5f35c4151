import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { browserSettings, type BrowserSettings } from './browser.js';
import { domainEventsConfig, type DomainEventsConfig } from './domain-events.js';
import { doorConfig, type DoorConfig } from './door.js';
import { eventStoreChoice, type EventStoreChoice } from './event-store.js';
import { integer } from './integer.js';
import { keySettings, type KeyPurpose, type KeySetting } from './keys.js';
import { kafkaConfig, type KafkaConfig } from './kafka.js';
import { operations, type OperationsConfig } from './operations.js';
import { ownDatabases, type OwnDatabases } from './own-databases.js';
import { pacsConfig, type PacsConfig } from './pacs.js';
import { publisherConfig, type PublisherConfig } from './publisher.js';
import { satConfig, type SatConfig } from './sat.js';
import { mailFrom, smtpSettings, type SmtpSettings } from './smtp.js';
import { inboundMailConfig, type InboundMailConfig } from './inbound.js';
import { POSTGRES_PROTOCOLS, urlSetting } from './url-setting.js';
import { webhooksConfig, type WebhooksConfig } from './webhooks.js';

/** All settings of a process; every one has a default that suits `npm start`. */
export interface Config {
  /** One's own PostgreSQL; undefined: the embedded server in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Of services that have another one than that. */
  readonly ownDatabases: OwnDatabases;
  readonly eventStore: EventStoreChoice;
  /** The cluster that commands travel over; undefined: they stay within the process. */
  readonly kafka: KafkaConfig | undefined;
  readonly publisher: PublisherConfig;
  readonly domainEvents: DomainEventsConfig;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where the tax authority's catalogues are, as `npm run catalogues -- load` leaves them. */
  readonly cataloguesDir: string;
  /** PEM of the tax authority's certificates that uploaded ones are judged by; undefined: none is good for Live. */
  readonly satRoots: string | undefined;
  /** 32 bytes, base64: the key that those below follow from. Undefined: a file in the data folder. */
  readonly masterKey: string | undefined;
  /** A second one that opens what is sealed under it, while keys are changed. */
  readonly masterKeyAlso: string | undefined;
  /** Keys of their own, in place of what follows from the master key. */
  readonly keys: Readonly<Record<KeyPurpose, KeySetting>>;
  readonly operations: OperationsConfig;
  readonly logLevel: string;
  readonly bodyLimitBytes: number;
  readonly door: DoorConfig;
  /** How long a synchronous create or stamp waits for its outcome before it answers 202. */
  readonly stampWaitMs: number;
  /** How long an invoice in the making keeps what it has claimed before others rule it out. Nothing relies on it. */
  readonly claimGraceMs: number;
  /** How long a request that sends a mail waits for the first try, which tells whether it is refused for good. */
  readonly mailWaitMs: number;
  /** Requests a minute and identity, by class; 0 is without limit. */
  readonly rateLimits: Readonly<Record<'detail' | 'list' | 'create' | 'write' | 'heavy', number>>;
  /** Whether X-Forwarded-For is believed, or of which proxies (addresses and networks, separated by commas). */
  readonly trustProxy: boolean | string;
  readonly databasePoolSize: number;
  /** How long work that a process has taken is kept from others after its last sign, in milliseconds. */
  readonly leaseMs: number;
  /** The base of links in answers; undefined: http://localhost:<port>. */
  readonly publicUrl: string | undefined;
  /** The mail server; undefined: mails land in the local mailbox. */
  readonly smtp: SmtpSettings | undefined;
  /** Whether /mailbox is served, which shows the mails of the local mailbox. */
  readonly mailbox: boolean;
  /** The address that mails come from. */
  readonly mailFrom: string;
  /** The program that prints documents; undefined: a browser that this process starts. */
  readonly browser: BrowserSettings | undefined;
  /** How long a signed download URL works, in minutes. */
  readonly downloadUrlMinutes: number;
  readonly zipRequests: ZipRequestSettings;
  /** How long an invitation to an organization can be accepted, in days. */
  readonly inviteDays: number;
  /** How long the audit log keeps its entries, in days; 0: for ever. */
  readonly auditDays: number;
  /** How long events that endpoints are told of are kept, in days; 0: for ever. */
  readonly eventDays: number;
  readonly webhooks: WebhooksConfig;
  /** Mails with documents; undefined: none come in. */
  readonly inboundMail: InboundMailConfig | undefined;
  /** Who stamps in Live; none: nothing is issued there. */
  readonly pacs: PacsConfig;
  /** The tax authority's own services, and files of its lists. */
  readonly sat: SatConfig;
}

/** Monthly archives of invoices. */
export interface ZipRequestSettings {
  /** How long a finished one can be downloaded, in days. */
  readonly days: number;
  /** Whether Test keys may ask for them too; otherwise they need Live access. */
  readonly inTest: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment; a bad value is a StartupError that names the variable. */
export function loadConfig(env: Env = process.env): Config {
  const smtp = env.TIMBRA_SMTP_URL ? smtpSettings(env.TIMBRA_SMTP_URL) : undefined;
  const dataDir = resolve(env.TIMBRA_DATA || '.data');
  const kafka = kafkaConfig(env);
  const domainEvents = domainEventsConfig(env);
  return {
    databaseUrl: urlSetting(env, 'DATABASE_URL', POSTGRES_PROTOCOLS),
    ownDatabases: ownDatabases(env, { kafka, domainEvents }),
    eventStore: eventStoreChoice(env),
    kafka,
    publisher: publisherConfig(env),
    domainEvents,
    port: integer(env, 'TIMBRA_PORT', 3000, 0, 65_535),
    host: env.TIMBRA_HOST || '127.0.0.1',
    dataDir,
    cataloguesDir: resolve(env.TIMBRA_CATALOGUES || join(dataDir, 'catalogues')),
    satRoots: env.TIMBRA_SAT_ROOTS ? resolve(env.TIMBRA_SAT_ROOTS) : undefined,
    masterKey: env.TIMBRA_MASTER_KEY || undefined,
    masterKeyAlso: env.TIMBRA_MASTER_KEY_ALSO || undefined,
    keys: keySettings(env),
    operations: operations(env),
    logLevel: oneOf(env, 'TIMBRA_LOG_LEVEL', 'warn', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    bodyLimitBytes: integer(env, 'TIMBRA_BODY_LIMIT_MB', 20, 1, 200) * 1024 * 1024,
    door: doorConfig(env),
    stampWaitMs: integer(env, 'TIMBRA_STAMP_WAIT_MS', 30_000, 100, 300_000),
    claimGraceMs: integer(env, 'TIMBRA_CLAIM_GRACE_MS', 2_000, 0, 600_000),
    mailWaitMs: integer(env, 'TIMBRA_MAIL_WAIT_MS', 3_000, 100, 60_000),
    rateLimits: {
      detail: integer(env, 'TIMBRA_RATE_DETAIL', 0, 0, 10_000_000),
      list: integer(env, 'TIMBRA_RATE_LIST', 0, 0, 10_000_000),
      create: integer(env, 'TIMBRA_RATE_CREATE', 0, 0, 10_000_000),
      write: integer(env, 'TIMBRA_RATE_WRITE', 0, 0, 10_000_000),
      heavy: integer(env, 'TIMBRA_RATE_HEAVY', 0, 0, 10_000_000),
    },
    trustProxy: proxies(env, 'TIMBRA_TRUST_PROXY'),
    leaseMs: integer(env, 'TIMBRA_LEASE_MS', 20_000, 500, 600_000),
    databasePoolSize: integer(env, 'TIMBRA_DATABASE_POOL', 12, 4, 500),
    publicUrl: urlSetting(env, 'TIMBRA_PUBLIC_URL', ['https:', 'http:'])?.replace(/(?<!\/)\/+$/, ''),
    smtp,
    // A process without the mail server's password, as a gateway of its own is, can't tell by it.
    mailbox: oneOf(env, 'TIMBRA_MAILBOX', smtp ? 'false' : 'true', ['true', 'false']) === 'true',
    mailFrom: mailFrom(env.TIMBRA_MAIL_FROM, smtp),
    browser: browserSettings(env),
    downloadUrlMinutes: integer(env, 'TIMBRA_DOWNLOAD_URL_MINUTES', 15, 1, 1_440),
    zipRequests: {
      days: integer(env, 'TIMBRA_ZIP_DAYS', 7, 1, 365),
      inTest: oneOf(env, 'TIMBRA_ZIP_IN_TEST', 'true', ['true', 'false']) === 'true',
    },
    inviteDays: integer(env, 'TIMBRA_INVITE_DAYS', 7, 1, 90),
    auditDays: integer(env, 'TIMBRA_AUDIT_DAYS', 730, 0, 36_500),
    eventDays: integer(env, 'TIMBRA_EVENT_DAYS', 30, 0, 36_500),
    webhooks: webhooksConfig(env),
    inboundMail: inboundMailConfig(env),
    pacs: pacsConfig(env),
    sat: satConfig(env, dataDir),
  };
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/');
  const size = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= size && more.length === 0;
};

function proxies(env: Env, name: string): boolean | string {
  const text = env[name] || 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every((part) => NAMED_NETWORKS.includes(part) || isNetwork(part))) return networks.join(',');
  throw new StartupError(`${name} must be true, false, or addresses of proxies, not "${text}".`);
}

/** The value is not repeated in the message: it may hold a password. */
function oneOf(env: Env, name: string, fallback: string, values: readonly string[]): string {
  const text = env[name] || fallback;
  if (!values.includes(text))
    throw new StartupError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  return text;
}
