import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS, PERSONAL_OPERATIONS } from '#contracts';
import { NO_DOCS, openApiDocument, takesForms, type RouteRow } from '#http';
import { routes } from './routes.js';
import { makeGateway } from './testing/gateway-alone.js';

/** The table without one of its rows. */
const without = (route: keyof typeof routes): typeof routes =>
  Object.fromEntries(Object.entries(routes).filter(([name]) => name !== route)) as typeof routes;

describe('the table of routes', () => {
  let gateway: Awaited<ReturnType<typeof makeGateway>>;
  beforeAll(async () => {
    gateway = await makeGateway(routes);
  });
  afterAll(() => gateway.app.close());
  const listed = Object.entries(routes) as [string, RouteRow][];

  it('has a row for each route of the gateway, and none too many', () => {
    expect(gateway.made.map(({ route }) => route).sort()).toEqual(Object.keys(routes).sort());
  });

  it.each(['GET /v2/customers', 'POST /v2/invoices', 'GET /mailbox/:id', 'GET /tax-info/:key'] as const)(
    'keeps a gateway from starting that has no row for %s',
    async (route) => {
      // Only the table says that a path is outside /v2.
      const [method = '', path = ''] = route.split(' ');
      const message = new RegExp(`^${method} (/v2)?${path} has no row in the table of routes$`);
      await expect(makeGateway(without(route))).rejects.toThrow(message);
    },
  );

  it.each(listed)('names what %s does as <read|write>.<group>.<action>', (route, { operation }) => {
    expect(operation).toMatch(/^(read|write)\.[a-z_]+\.[a-z_]+$/);
    if (route.startsWith('GET ')) expect(operation).toMatch(/^read\./);
  });

  it('has the names that the API publishes', () => {
    expect(routes['GET /v2/customers'].operation).toBe('read.customers.list');
    expect(routes['GET /v2/customers/:customer_id'].operation).toBe('read.customers.detail');
  });

  it('has the operations that roles and narrowed keys are given, all of them and no others', () => {
    const withKeys = listed.filter(([, { keys }]) => keys.length > 0);
    const named = [...new Set(withKeys.map(([, { operation }]) => operation))].sort();
    expect(named).toEqual([...OPERATIONS, ...PERSONAL_OPERATIONS].sort());
    expect(new Set(named).size).toBe(OPERATIONS.length + PERSONAL_OPERATIONS.length);
  });

  it('asks for a personal operation at people’s own routes alone, and at each of them', () => {
    const isPersonal = (operation: string) => (PERSONAL_OPERATIONS as readonly string[]).includes(operation);
    const personal = listed.filter(([, { operation }]) => isPersonal(operation));
    const ofPeople = listed.filter(
      ([route, { keys }]) => keys.join() === 'user' && !route.includes('/:organization_id'),
    );
    expect(personal.map(([route]) => route)).toEqual(ofPeople.map(([route]) => route));
  });

  it('takes large bodies where whole invoices are sent, also in events, and nowhere else', () => {
    // Files in a form have a limit of their own, and those that stream are never in memory whole.
    const STREAMED: ReadonlySet<string> = new Set(['file', 'form_file', 'mail']);
    const uploads = new Set(
      Object.entries<RouteRow>(routes).flatMap(([route, row]) =>
        takesForms(row.bodyLimit) || STREAMED.has(row.bodyLimit) ? [route] : [],
      ),
    );
    const large = gateway.made.filter(
      ({ route, options: { bodyLimit = Infinity } }) => bodyLimit > 256 * 1024 && !uploads.has(route),
    );
    expect(large.map(({ route }) => route).sort()).toEqual([
      'POST /v2/invoices',
      'POST /v2/invoices/preview',
      'POST /v2/invoices/preview/pdf',
      'POST /v2/invoices/preview/pdf/download-url',
      'POST /v2/receipts',
      'POST /v2/receipts/:receipt_id/invoice',
      'POST /v2/receipts/batch',
      'POST /v2/retentions',
      'POST /v2/webhooks/validate-signature',
      'PUT /v2/invoices/:invoice_id',
      'PUT /v2/retentions/:retention_id',
    ]);
    expect(new Set(large.map(({ options }) => options.bodyLimit))).toEqual(new Set([20 * 1024 * 1024]));
  });

  it('is what the OpenAPI document says of keys and operations', () => {
    const { paths } = openApiDocument(gateway.app, { routes, docs: NO_DOCS });
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Record<string, unknown>>).map(([method, operation]) => {
        const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
        return [route, operation] as const;
      }),
    );
    expect(described.length).toBeGreaterThan(50);
    for (const [route, operation] of described) {
      const row = (routes as Record<string, RouteRow>)[route];
      const open = row?.keys.length === 0;
      expect([route, operation['x-operation']]).toEqual([route, row?.operation]);
      expect([route, operation['x-keys']]).toEqual([route, open ? undefined : row?.keys]);
      // The mail provider has a secret of its own.
      const isProviders = route === 'POST /v2/inbound-mail';
      expect([route, operation['x-public']]).toEqual([route, open && !isProviders ? true : undefined]);
      const isSecured = (operation['security'] as readonly unknown[]).length > 0;
      expect([route, isSecured]).toEqual([route, !open || isProviders]);
    }
  });

  it.each([
    ['GET /v2/invoices', 'list'],
    ['GET /v2/invoices/:invoice_id', 'detail'],
    ['POST /v2/invoices', 'create'],
    ['POST /v2/invoices/:invoice_id/stamp', 'heavy'],
    ['PUT /v2/invoices/:invoice_id', 'write'],
    ['DELETE /v2/invoices/:invoice_id', 'write'],
  ] as const)('counts %s as %s', (route, rateClass) => expect(routes[route].rateClass).toBe(rateClass));
});
