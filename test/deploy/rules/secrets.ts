import { KEYS_OF, keyName, ownDatabase } from '../../../deploy/secrets.mjs';

/** Whether a setting is a secret, or holds one: such a one is given to those alone who use it. */
export const isSecret = (name: string): boolean =>
  /^(DATABASE_URL(_[A-Z]+)?|TIMBRA_SMTP_URL|TIMBRA_WEBHOOK_PROXY|TIMBRA_DATABASE_LOGINS)$|(_KEY|_KEY_ALSO|PASSWORD|_TOKEN|_SNID|_SECRET)$/.test(
    name,
  );

/** Of whom a cluster runs: a service, the steps, or all services as one process. */
export interface Needs {
  readonly must: readonly string[];
  /** May be there: while keys are changed, or where Kafka asks for a password. */
  readonly may: readonly string[];
}

/** Where a service has a database of its own: its own one alone. The steps and the operator, who own the tables, have all. */
const OWN_DATABASES: readonly string[] = Object.keys(KEYS_OF).map(ownDatabase);

const withAlso = (keys: readonly string[], databases: readonly string[]): Needs => ({
  must: ['DATABASE_URL', ...keys],
  may: ['TIMBRA_KAFKA_PASSWORD', ...databases, ...keys.map((key) => `${key}_ALSO`)],
});

/** Of the PACs, who give them to whoever has a contract with one. */
export const OF_PACS: readonly string[] = [
  'TIMBRA_SW_PASSWORD',
  'TIMBRA_SW_TOKEN',
  'TIMBRA_FINKOK_PASSWORD',
  'TIMBRA_FINKOK_SNID',
  'TIMBRA_PRODIGIA_PASSWORD',
];

/** What a process has to have of secrets, by its name in deployments. */
export function needsOf(name: string): Needs {
  const keys = KEYS_OF[name];
  switch (name) {
    case 'timbra':
      return {
        must: ['DATABASE_URL', 'TIMBRA_MASTER_KEY', 'TIMBRA_SMTP_URL'],
        may: ['TIMBRA_MASTER_KEY_ALSO', 'TIMBRA_WEBHOOK_PROXY', 'TIMBRA_INBOUND_SECRET', ...OF_PACS],
      };
    case 'migrate':
      return {
        must: ['DATABASE_URL', 'TIMBRA_DATABASE_LOGINS'],
        may: ['TIMBRA_KAFKA_PASSWORD', ...OWN_DATABASES],
      };
    case 'topics':
      return { must: [], may: ['TIMBRA_KAFKA_PASSWORD'] };
    case 'browser':
      return { must: ['TIMBRA_BROWSER_TOKEN'], may: [] };
    case 'demo':
      return withAlso([keyName('documents'), keyName('bus')], OWN_DATABASES);
    case 'operator':
      return withAlso(['documents', 'signing', 'bus'].map(keyName), OWN_DATABASES);
    default: {
      if (keys === undefined) return { must: [], may: [] };
      const own = withAlso([...keys, 'bus'].map(keyName), [ownDatabase(name)]);
      if (keys.includes('signing')) return { ...own, may: [...own.may, ...OF_PACS] };
      if (name === 'gateway') return { ...own, may: [...own.may, 'TIMBRA_INBOUND_SECRET'] };
      if (name === 'webhooks') return { ...own, may: [...own.may, 'TIMBRA_WEBHOOK_PROXY'] };
      if (name !== 'notifications') return own;
      return { must: [...own.must, 'TIMBRA_BROWSER_TOKEN'], may: [...own.may, 'TIMBRA_SMTP_URL'] };
    }
  }
}

/** Secrets that a process lacks, and those that are not its own. */
export function* secretProblems(name: string, given: readonly string[]): Iterable<string> {
  const { must, may } = needsOf(name);
  const secrets = given.filter(isSecret);
  for (const one of must) if (!secrets.includes(one)) yield `${name}: lacks the secret ${one}`;
  for (const one of secrets)
    if (!must.includes(one) && !may.includes(one)) yield `${name}: ${one} is not its secret`;
}

/** The user that a service logs in to the database as: its own role; the steps and the embedded topology own the tables. */
export const loginOf = (name: string): string => (name in KEYS_OF ? `timbra_${name}` : 'timbra');
