import type { OperationDocs } from '../api-docs/types.js';

export const seriesDocs = {
  'GET /v2/organizations/:organization_id/series-group': {
    id: 'listSeries',
    tag: 'Organizations',
    summary: 'List series',
    description:
      'A bare array, in the order in which they were added, each with its next folio in Live and in Test.',
    refusals: ['organization_not_found'],
  },
  'POST /v2/organizations/:organization_id/series-group': {
    id: 'createSeries',
    tag: 'Organizations',
    summary: 'Create a series',
    description:
      'Documents may name any series; one that is created here has a next folio of your choice, and can be a default.',
    examples: {
      fac: {
        summary: 'A series that goes on after another system',
        body: { series: 'FAC', next_folio: 1201, next_folio_test: 1 },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'series' },
      'series_already_exists',
      'organization_not_found',
      { code: 'organization_settings_invalid', path: 'next_folio' },
    ],
  },
  'PUT /v2/organizations/:organization_id/series-group/default-series': {
    id: 'setDefaultSeries',
    tag: 'Organizations',
    summary: 'Set the default series of a type',
    description: 'The series of invoices of a type that name none; null takes it away.',
    examples: {
      income: { summary: 'For income', body: { type: 'I', series: 'FAC' } },
    },
    refusals: [{ code: 'invalid_request', path: 'type' }, 'series_not_found', 'organization_not_found'],
  },
  'PUT /v2/organizations/:organization_id/series-group/:series_name': {
    id: 'updateSeries',
    tag: 'Organizations',
    summary: 'Set the next folios of a series',
    description: 'A folio that was taken is never given again, nor one below it.',
    examples: {
      next: { summary: 'The next folio in Test', body: { next_folio_test: 500 } },
    },
    refusals: [
      { code: 'invalid_request', path: 'next_folio' },
      'series_not_found',
      'organization_not_found',
      { code: 'organization_settings_invalid', path: 'next_folio' },
    ],
  },
  'DELETE /v2/organizations/:organization_id/series-group/:series_name': {
    id: 'deleteSeries',
    tag: 'Organizations',
    summary: 'Delete a series',
    description:
      'Answers the series as it was. Documents keep its name; a default that it was is taken away.',
    examples: {
      action: { summary: 'Nothing to say', body: {} },
    },
    refusals: ['series_not_found', 'organization_not_found'],
  },
} satisfies OperationDocs;
