import { expect, it } from '@jest/globals';
import { OPERATIONS } from '#contracts';
import { operationNames } from './operation-names.js';

const doc = (summary: string) => ({ id: 'any', tag: 'Any', summary, description: '', refusals: [] });

it('calls an operation what the routes do that it opens, each once', () => {
  const names = operationNames({
    'GET /v2/catalogs/sat': doc('List catalogues'),
    'GET /v2/catalogs/sat/:name': doc('List the keys of a catalogue'),
    'DELETE /v2/webhooks/:webhook_id': doc('Delete a webhook'),
  });
  expect(names).toEqual({
    'read.catalogs.sat': 'List catalogues; list the keys of a catalogue',
    'write.webhooks.delete': 'Delete a webhook',
  });
});

it('has a name for each operation on people, keys and the log', () => {
  const names = operationNames();
  const ofPeople = OPERATIONS.filter((operation) =>
    /\.(team|roles|invites|api_keys|audit_log)\./.test(operation),
  );
  expect(ofPeople.filter((operation) => names[operation] === undefined)).toEqual([]);
  expect(ofPeople.length).toBeGreaterThan(15);
});
