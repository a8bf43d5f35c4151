import type { OperationDocs } from '../api-docs/types.js';
import { ORGANIZATION } from './organizations.docs.js';

const KEYS = 'Takes a Live key (`me` as the id) or a User key.';
const BY_NAME = ['series_not_found', ...ORGANIZATION] as const;

export const seriesDocs = {
  'GET /v2/organizations/:organization_id/series-group': {
    id: 'listSeries',
    tag: 'Organizations',
    summary: 'List the series',
    description: `The registered series of the organization with their next folios, in the order in which they were added: a bare array, without pages. ${KEYS}`,
    refusals: ORGANIZATION,
  },
  'POST /v2/organizations/:organization_id/series-group': {
    id: 'createSeries',
    tag: 'Organizations',
    summary: 'Add a series',
    description: `Registers a series, of which the organization has at most 200. Test and Live count by themselves; without numbers each goes on after the last folio that was taken in the series, or starts at 1. A number that was taken, or a lower one, is \`too_small\`, and then the series is not added. ${KEYS}`,
    examples: {
      series: {
        summary: 'A series with its numbers',
        body: { series: 'FAC', next_folio: 1, next_folio_test: 100 },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'series' },
      { code: 'series_already_exists', path: 'series' },
      ...ORGANIZATION,
    ],
  },
  'PUT /v2/organizations/:organization_id/series-group/default-series': {
    id: 'setDefaultSeries',
    tag: 'Organizations',
    summary: 'Set the default series of a type',
    description: `The series of invoices of a type that name none. It must be registered; \`null\` clears it. Answers the organization, with \`ok\`. ${KEYS}`,
    examples: {
      income: { summary: 'Of income', body: { type: 'I', series: 'FAC' } },
      none: { summary: 'None for payroll', body: { type: 'N', series: null } },
    },
    refusals: [{ code: 'invalid_request', path: 'series' }, ...ORGANIZATION],
  },
  'PUT /v2/organizations/:organization_id/series-group/:series_name': {
    id: 'updateSeries',
    tag: 'Organizations',
    summary: 'Set the next folios of a series',
    description: `What is not sent, or sent as \`null\`, stays as it is. A number that was taken, or a lower one, is \`too_small\` at its field; then neither is changed. The name of a series cannot be changed. ${KEYS}`,
    examples: { numbers: { summary: 'The next folio in Test', body: { next_folio_test: 500 } } },
    refusals: [{ code: 'invalid_request', path: 'next_folio_test' }, ...BY_NAME],
  },
  'DELETE /v2/organizations/:organization_id/series-group/:series_name': {
    id: 'deleteSeries',
    tag: 'Organizations',
    summary: 'Remove a series',
    description: `Takes a series away and answers it as it was. Where it was the default of a type, that type has none. Its documents and its counters stay: if the series is added again, it goes on where it was. ${KEYS}`,
    examples: { remove: { summary: 'An empty body, or none', body: {} } },
    refusals: BY_NAME,
  },
} satisfies OperationDocs;
