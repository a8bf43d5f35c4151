import { describe, expect, it } from '@jest/globals';
import { tellWhereIdsAre } from './example-ids.js';

const id = (name: string) => ({ name, in: 'path' });
const limit = { name: 'limit', in: 'query' };
const documentOf = (paths: Readonly<Record<string, readonly object[]>>) => ({
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, parameters]) => [
      path,
      { get: { parameters: structuredClone(parameters), responses: {} } },
    ]),
  ),
});
const toldOf = (paths: Readonly<Record<string, readonly object[]>>) => {
  const document = documentOf(paths) as unknown as Parameters<typeof tellWhereIdsAre>[0];
  tellWhereIdsAre(document);
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap((one) =>
      'x-example-from' in one ? [[path, 'name' in one ? one.name : '', one['x-example-from']]] : [],
    ),
  );
};

describe('where an id of a path is found', () => {
  it('is the list before it, for all that comes after it too', () => {
    expect(
      toldOf({
        '/v2/customers': [limit],
        '/v2/customers/{customer_id}': [id('customer_id')],
        '/v2/webhooks': [limit],
        '/v2/webhooks/{webhook_id}/attempts': [id('webhook_id'), limit],
        '/v2/webhooks/{webhook_id}/attempts/{attempt_id}': [id('webhook_id'), id('attempt_id')],
      }),
    ).toEqual([
      ['/v2/customers/{customer_id}', 'customer_id', '/v2/customers'],
      ['/v2/webhooks/{webhook_id}/attempts', 'webhook_id', '/v2/webhooks'],
      ['/v2/webhooks/{webhook_id}/attempts/{attempt_id}', 'webhook_id', '/v2/webhooks'],
    ]);
  });

  it('is not told where there is no list of such things, or the parameter is no id', () => {
    expect(
      toldOf({
        '/v2/logos/{organization_id}/{file}': [id('organization_id'), id('file')],
        '/v2/catalogs/sat': [limit],
        '/v2/catalogs/sat/{name}': [id('name')],
        '/v2/products/keys': [limit],
        '/v2/organizations/{organization_id}/apikeys/{key_id}': [id('key_id')],
      }),
    ).toEqual([]);
  });
});
