import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { sale } from '../../support/bodies.js';

/** A shop with a portal, and another one without: the service that all stories of the portal share. */
export interface Shop {
  readonly app: TestApp;
  readonly user: string;
  readonly ours: TestOrganization;
  readonly theirs: TestOrganization;
  /** Where portals are, without a slash at the end. */
  readonly base: string;
}

export let shop: Shop;

export const DOMAIN = 'tornillo';

export async function openShop(): Promise<void> {
  // Stories come from addresses of their own, and to hosts of their own, as behind a proxy.
  const app = await startApp({ TIMBRA_TRUST_PROXY: 'true' });
  const user = await app.newUser();
  const ours = await app.newOrganization(user, 'Ferretería "El Tornillo" <b>');
  const theirs = await app.newOrganization(user, 'Panadería');
  const key = { key: user };
  const address = { support_email: 'ayuda@tornillo.mx' };
  await app.put(`/organizations/${ours.id}/self-invoice`, address, key);
  await app.put(`/organizations/${ours.id}/domain`, { domain: DOMAIN }, key);
  shop = {
    app,
    user,
    ours,
    theirs, // As the public URL has it, where logos come from.
    base: `http://localhost:${new URL(app.baseUrl).port}`,
  };
}

export async function closeShop(): Promise<void> {
  await shop.app.close();
}

/** A receipt of our shop, or of another. */
export const sell = (fields: object = {}, of: TestOrganization = shop.ours): Promise<Json> =>
  shop.app.post('/receipts', sale(fields), { key: of.key });

export const portalOf = ({ key }: { readonly key: string }, domain = DOMAIN): string =>
  `${shop.base}/${domain}/${key}`;

export interface PageAnswer {
  readonly status: number;
  readonly html: string;
  readonly title: string;
  readonly headers: Headers;
}

const pageOf = async (sent: Promise<Response>): Promise<PageAnswer> => {
  const response = await sent;
  const html = await response.text();
  return {
    status: response.status,
    html,
    title: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    headers: response.headers,
  };
};

type Headers_ = Readonly<Record<string, string>>;

/** As a browser asks. */
const BROWSER = { accept: 'text/html', 'x-forwarded-for': '198.51.100.1' };

export const visit = (link: string, headers: Headers_ = {}): Promise<PageAnswer> =>
  pageOf(fetch(link, { headers: { ...BROWSER, ...headers }, redirect: 'manual' }));

export const send = (link: string, fields: Headers_, headers: Headers_ = {}): Promise<PageAnswer> =>
  pageOf(
    fetch(link, {
      ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
      headers: { ...BROWSER, ...headers },
    }),
  );

/** A customer that the register of the sandbox knows. */
export const escuela = {
  tax_id: 'EKU9003173C9',
  legal_name: 'ESCUELA KEMPER URGATE',
  'address.zip': '42501',
  tax_system: '601',
  use: 'G03',
} as const;

/** The hidden fields of a page's form. */
export const hiddenOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Fills the form in, looks at the preview, and issues: what the last answer was. */
export async function invoiceAt(link: string, fields: Headers_ = escuela): Promise<PageAnswer> {
  const preview = await send(link, { ...fields, step: 'preview' });
  return send(link, { ...hiddenOf(preview.html), step: 'issue' });
}

/** The errors of a page, by the ids of their fields. */
export const errorsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<p class="error" id="([^"]*)-error">([^<]*)<\/p>/g)].map(([, id = '', text = '']) => [
      id,
      text,
    ]),
  );
