import { jest } from '@jest/globals';
import { type SmallApi, type TestOrganization } from '../../support/small-api.js';

export const DAY_MS = 86_400_000;

export const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
};

/** The hosted form, filled in. */
export const form = (changes: Record<string, string> = {}): Record<string, string> => ({
  tax_id: 'EKU9003173C9',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  'address.zip': '42501',
  email: 'pagos@escuela.mx',
  ...changes,
});

export interface HostedAnswer {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

const answerOf = async (sent: Promise<Response>): Promise<HostedAnswer> => {
  const response = await sent;
  return { status: response.status, html: await response.text(), headers: response.headers };
};

/** Opens a hosted page as a client without a browser. */
export const open = (link: string, headers: Record<string, string> = {}): Promise<HostedAnswer> =>
  answerOf(fetch(link, { headers, redirect: 'manual' }));

export const submit = (
  link: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<HostedAnswer> =>
  answerOf(fetch(link, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' }));

/** A customer made with a link. */
export const linkedBy =
  (api: SmallApi, { testKey }: TestOrganization) =>
  async (customer: object = {}) =>
    (await api.call(testKey, 'POST /customers?createEditLink=true', customer)).body;

/** Lets the clock of the service be so many days ahead, until mocks are restored. */
export function passDays({ runtime }: SmallApi, days: number): void {
  const now = Date.now();
  jest.spyOn(runtime.clock, 'now').mockImplementation(() => new Date(now + days * DAY_MS));
}
