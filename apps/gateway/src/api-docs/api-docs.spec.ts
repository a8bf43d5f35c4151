import { expect, it } from '@jest/globals';
import { openApiDocument } from '#http';
import { gapsOf } from '../../../../test/support/openapi-gaps.js';
import { describedEvents } from '../events/described.js';
import { routes } from '../routes.js';
import { makeGateway } from '../testing/gateway-alone.js';
import { apiDocs } from './index.js';

it('says everything in words: operations, parameters, properties, values, with examples of requests and answers', async () => {
  const { app } = await makeGateway();
  const document = openApiDocument(app, { routes, docs: apiDocs(), events: describedEvents() });
  await app.close();
  const ids = Object.values(apiDocs().operations).map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const gaps = gapsOf(document);
  expect(gaps).toEqual([]);
});
