import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorTable, subcodeTable } from '#kernel';
import { startThings, type Things } from './testing/things.js';

let http: Things;
beforeAll(async () => {
  http = await startThings();
});
afterAll(() => http.app.close());

describe('documentation', () => {
  it('is an OpenAPI 3.1 document made from the controllers', async () => {
    const { body } = await http.ask('/v2/openapi.json', { authorization: null });
    const document = body as unknown as OpenApi;
    expect(document.openapi).toBe('3.1.0');
    const create = document.paths['/v2/things']?.post;
    expect(create?.requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/Thing');
    expect(create?.responses.default).toMatchObject({ description: 'Any other error' });
    const { Thing, Item } = document.components.schemas;
    expect(Thing?.required).toEqual(['name']);
    expect(Thing?.properties.customer).toMatchObject({ $ref: '#/components/schemas/AddressOrText' });
    expect(document.components.schemas['AddressOrText']).toMatchObject({
      oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Address' }],
    });
    expect(Thing?.properties.items).toMatchObject({ type: 'array', maxItems: 3 });
    expect(Item?.properties.quantity).toMatchObject({ type: 'number', exclusiveMinimum: 0 });
    const date = document.paths['/v2/things']?.get?.parameters.find(({ name }) => name === 'date');
    expect(date).toMatchObject({ in: 'query', style: 'deepObject', required: false });
    expect(document.paths['/v2/things/{thing_id}']?.get?.parameters).toMatchObject([
      { name: 'thing_id', in: 'path', required: true },
      // People say for which organization they come, where organizations' own keys need not.
      { $ref: '#/components/parameters/OrganizationId' },
      { $ref: '#/components/parameters/Environment' },
    ]);
    for (const path of ['/v2/orgs', '/v2/orgs/me', '/v2/orgs/open'])
      expect(JSON.stringify(document.paths[path])).not.toContain('#/components/parameters');
    expect(create?.security).toEqual([{ key: [] }, { basic: [] }]);
    expect(document.paths['/v2/orgs']?.get?.security).toEqual([{ key: [] }, { basic: [] }]);
    expect(document.paths['/v2/orgs/open']?.get?.security).toEqual([]);
    expect(document.paths['/health']?.get?.responses).toBeDefined();
    expect(document.paths['/health']?.get?.security).toEqual([]);
  });

  it('explains every code where its answers lead to', async () => {
    const { body } = await http.ask('/v2/things', { authorization: null });
    const { doc_url: url } = body as unknown as { readonly doc_url: string };
    const { pathname, hash, host } = new URL(url);
    expect([pathname, hash]).toEqual(['/docs/errors', '#missing_credentials']);
    const page = await (await fetch(`http://${host}${pathname}`)).text();
    for (const code of [...Object.keys(errorTable), ...Object.keys(subcodeTable)])
      expect(page.split(`id="${code}"`)).toHaveLength(2);
  });

  it.each([
    ['/docs', 'text/html', "default-src 'none'; script-src 'self';"],
    ['/docs/', 'text/html', "connect-src 'self';"],
    ['/docs/errors', 'text/html', "default-src 'self';"],
    ['/docs/start.js', 'text/javascript', "default-src 'self';"],
    ['/docs/viewer.js', 'text/javascript', "default-src 'self';"],
  ])('serves %s', async (path, type, policy) => {
    const response = await http.call(path, { authorization: null });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect(response.headers.get('content-security-policy')).toContain(policy);
    // Where the public URL is not https, nobody is told to come by https.
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect((await response.text()).length).toBeGreaterThan(100);
  });

  it('has a viewer that comes small to whom takes it so, and names no server but this one', async () => {
    const plain = await http.call('/docs/viewer.js', {
      authorization: null,
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const small = await http.call('/docs/viewer.js', {
      authorization: null,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.headers.get('vary')).toBe('accept-encoding');
    expect(Buffer.from(await small.arrayBuffer()).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
    for (const path of ['/docs', '/docs/start.js'])
      expect(await (await http.call(path, { authorization: null })).text()).not.toMatch(
        /https?:\/\/|sk_test_\w/,
      );
  });

  it('serves nothing else from there', async () => {
    expect((await http.ask('/docs/..%2fpackage.json', { authorization: null })).status).toBe(404);
  });
});

interface OpenApiOperation {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  security?: unknown[];
  parameters: { name: string }[];
  responses: Record<string, unknown>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, { required: string[]; properties: Record<string, unknown> }> };
}
