// Makes the secrets of an installation, each process's own. Nothing is ever overwritten.
//   (umask 077 && node deploy/secrets.mjs compose > .env)
//   node deploy/secrets.mjs kubernetes FOLDER [DATABASE]
// FOLDER gets one file for each Secret (deploy/README.md). DATABASE says where PostgreSQL is, without a user:
// postgresql://postgres.example.com:5432/timbra?sslmode=verify-full; by default that of the overlay `trial`.
// TIMBRA_KAFKA_PASSWORD, TIMBRA_SMTP_URL, TIMBRA_WEBHOOK_PROXY, TIMBRA_INBOUND_SECRET, and the passwords of PACs, where the environment has them, go to
// those who use them. DATABASE_URL_INVOICING and the like, without a user as DATABASE, name the databases of services that have their own.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What each service seals and opens; the bus is everybody's. */
export const KEYS_OF = {
  gateway: ['documents'],
  organizations: ['documents'],
  customers: [],
  invoicing: ['documents'],
  stamping: ['documents', 'signing'],
  cancellation: ['documents', 'signing'],
  notifications: ['documents'],
  webhooks: ['documents'],
  receipts: [],
  reception: ['documents'],
  publisher: [],
};
/** Of the PACs: who signs also stamps and cancels. */
const OF_PACS = [
  'TIMBRA_SW_PASSWORD',
  'TIMBRA_SW_TOKEN',
  'TIMBRA_FINKOK_PASSWORD',
  'TIMBRA_FINKOK_SNID',
  'TIMBRA_PRODIGIA_PASSWORD',
];
const PURPOSES = ['documents', 'signing', 'bus'];
const TRIAL = 'postgresql://postgres:5432/timbra';

/** The variable that names a service's own database, where it has one. */
export const ownDatabase = (service) => `DATABASE_URL_${service.toUpperCase()}`;
export const keyName = (purpose) => `TIMBRA_${purpose.toUpperCase()}_KEY`;
const newKey = () => randomBytes(32).toString('base64');
const newPassword = () => randomBytes(24).toString('hex');

/** .env.example with its empty settings filled in. */
const compose = () =>
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../.env.example'), 'utf8').replace(
    /^(\w+)=$/gm,
    (_, name) => `${name}=${name.endsWith('_KEY') ? newKey() : newPassword()}`,
  );

const loginUrl = (database, user, password) => {
  const url = new URL(database);
  url.username = user;
  url.password = password;
  return url.href;
};

/** The Secrets of a cluster, by their names without `timbra-`. */
export const kubernetes = (database = TRIAL, given = process.env) => {
  const { TIMBRA_KAFKA_PASSWORD, TIMBRA_SMTP_URL, TIMBRA_WEBHOOK_PROXY } = given;
  const { TIMBRA_INBOUND_SECRET } = given;
  const kafka = TIMBRA_KAFKA_PASSWORD ? { TIMBRA_KAFKA_PASSWORD } : {};
  const mail = TIMBRA_SMTP_URL ? { TIMBRA_SMTP_URL } : {};
  const proxy = TIMBRA_WEBHOOK_PROXY ? { TIMBRA_WEBHOOK_PROXY } : {};
  // The gateway alone lets the mail provider in.
  const inbound = TIMBRA_INBOUND_SECRET ? { TIMBRA_INBOUND_SECRET } : {};
  const pacs = Object.fromEntries(OF_PACS.filter((name) => given[name]).map((name) => [name, given[name]]));
  const TIMBRA_BROWSER_TOKEN = newPassword();
  const keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, newKey()]));
  const services = Object.keys(KEYS_OF);
  const passwords = Object.fromEntries(services.map((service) => [service, newPassword()]));
  const owner = newPassword();
  const withOwn = (service, user, password) => {
    const name = ownDatabase(service);
    return given[name] ? { [name]: loginUrl(given[name], user, password) } : {};
  };
  const ownSecrets = (service) => ({
    DATABASE_URL: loginUrl(database, `timbra_${service}`, passwords[service]),
    ...withOwn(service, `timbra_${service}`, passwords[service]),
    ...Object.fromEntries([...KEYS_OF[service], 'bus'].map((purpose) => [keyName(purpose), keys[purpose]])),
    ...kafka,
    ...(service === 'notifications' && { TIMBRA_BROWSER_TOKEN, ...mail }),
    ...(service === 'webhooks' && proxy),
    ...(service === 'gateway' && inbound),
    ...(KEYS_OF[service].includes('signing') && pacs),
  });
  return {
    ...Object.fromEntries(services.map((service) => [service, ownSecrets(service)])),
    // Chromium has nothing but what notifications show it.
    browser: { TIMBRA_BROWSER_TOKEN },
    // The step before a version: the tables' owner, who lets the services log in.
    migrate: {
      DATABASE_URL: loginUrl(database, 'timbra', owner),
      ...Object.assign({}, ...services.map((service) => withOwn(service, 'timbra', owner))),
      TIMBRA_DATABASE_LOGINS: services.map((service) => `${service}:${passwords[service]}`).join(),
    },
    ...(TIMBRA_KAFKA_PASSWORD && { topics: kafka }),
    // Of the database in the overlay `trial`.
    ...(database === TRIAL && { postgres: { POSTGRES_PASSWORD: owner } }),
  };
};

const text = (secrets) =>
  Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const run = ([what, folder, database]) => {
  if (what === 'compose' && folder === undefined) return process.stdout.write(compose());
  if (what !== 'kubernetes' || folder === undefined) {
    console.error('Say what for: node deploy/secrets.mjs compose, or kubernetes FOLDER [DATABASE].');
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = Object.entries(kubernetes(database)).map(([name, secrets]) => [
    join(folder, `${name}.env`),
    secrets,
  ]);
  // All or none: keys that are in several files have to be the same.
  const there = files.filter(([file]) => existsSync(file)).map(([file]) => file);
  if (there.length > 0) {
    console.error(`There are secrets already, which stay: ${there.join(', ')}.`);
    process.exit(1);
  }
  for (const [file, secrets] of files) writeFileSync(file, text(secrets), { mode: 0o600, flag: 'wx' });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.slice(2));
