import { createRequire } from 'node:module';
import type { Json } from '../support/app.js';

const require = createRequire(import.meta.url);

/** A version of the public SDK of npm, and what it does differently from the others. */
export interface SdkVersion {
  readonly version: string;
  /** A client with its base URL changed, in the way that this version has for it. */
  readonly connect: (key: string, baseUrl: string) => Json;
  readonly authorization: 'Basic' | 'Bearer';
  /** The query of a list with two statuses. */
  readonly statuses: string;
  /** The query of a list since a date; undefined where the client loses the date. */
  readonly since?: (date: string) => string;
  /** Whether its errors carry more than a message. */
  readonly errors: 'FacturapiError' | 'message';
}

const modern =
  (name: string): SdkVersion['connect'] =>
  (key, baseUrl) => {
    const client = new (require(name).default as new (key: string) => Json)(key);
    client.BASE_URL = baseUrl;
    return client;
  };

/** The last version that is built on axios: its resources share one client. */
const axios: SdkVersion['connect'] = (key, baseUrl) => {
  const client = new (require('facturapi-3-6') as new (key: string) => Json)(key);
  client.invoices.wrapper.client.defaults.baseURL = baseUrl;
  return client;
};

export const sdkVersions: readonly SdkVersion[] = [
  {
    version: '5.1',
    connect: modern('facturapi'),
    authorization: 'Bearer',
    statuses: 'status=draft&status=valid',
    since: (date) => `date%5Bgte%5D=${encodeURIComponent(date)}`,
    errors: 'FacturapiError',
  },
  {
    version: '4.19',
    connect: modern('facturapi-4-19'),
    authorization: 'Bearer',
    statuses: 'status=draft%2Cvalid',
    errors: 'FacturapiError',
  },
  {
    version: '4.10',
    connect: modern('facturapi-4-10'),
    authorization: 'Basic',
    statuses: 'status=draft%2Cvalid',
    errors: 'message',
  },
  {
    version: '3.6',
    connect: axios,
    authorization: 'Basic',
    statuses: 'status[]=draft&status[]=valid',
    since: (date) => `date=%7B%22gte%22:%22${date}%22%7D`,
    errors: 'message',
  },
];

/** The resources of a client that this service has, and the methods of each in this version. */
export const RESOURCES = [
  ...(['organizations', 'customers', 'products', 'invoices', 'receipts', 'retentions'] as const),
  ...(['catalogs', 'webhooks'] as const),
] as const;

/** `invoices.create` and so on: all that a client has for these resources. */
export function methodsOf(client: Json): string[] {
  return RESOURCES.flatMap((resource) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(client[resource]))
      .filter((name) => name !== 'constructor')
      .map((name) => `${resource}.${name}`),
  );
}

/** The values of every enumeration of the SDK that is about these resources, in any of its versions. */
export function enumerations(): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const name of ['facturapi', 'facturapi-4-19', 'facturapi-4-10', 'facturapi-3-6']) {
    const library = require(name);
    for (const key of ENUMERATIONS)
      for (const value of Object.values((library[key] ?? library.default?.[key] ?? {}) as object))
        (found[key] ??= new Set()).add(value as string);
  }
  return Object.fromEntries(Object.entries(found).map(([key, values]) => [key, [...values].sort()]));
}

const ENUMERATIONS = [
  'PaymentForm',
  'PaymentMethod',
  'InvoiceRelation',
  'InvoiceType',
  'InvoiceUse',
  'TaxSystem',
];
