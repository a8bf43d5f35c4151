import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const NOT_FOUND = 'download_not_found';

export const downloadsDocs = {
  'POST /v2/downloads': {
    id: 'createDownload',
    tag: 'Accounting',
    summary: 'Download documents from the SAT',
    description: `Fetches what the organization issued or received, by whichever PAC, as the SAT has it (descarga masiva 1.5). It needs the organization's FIEL, \`PUT /v2/organizations/{organization_id}/fiel\`, else it is refused (\`fiel_required\`); in Test the sandbox answers as the SAT, and no FIEL is needed. Format \`xml\` imports the documents; \`metadata\` imports nothing, and compares what the SAT has with what is here.

Answers 202: each day is a request of its own at the SAT, which may take hours. Up to 366 days at a time, six years back; twenty downloads of an organization may be under way. With the header \`Idempotency-Key\` the same request again is answered with the same download.`,
    examples: {
      received: {
        summary: 'What was received on two days',
        body: { from: '2026-11-26', to: '2026-11-27', kind: 'received', format: 'xml' },
      },
      metadata: {
        summary: 'To compare what was issued',
        body: { from: '2026-11-26', to: '2026-11-27', kind: 'issued', format: 'metadata' },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'from' },
      'fiel_required',
      'idempotency_key_in_use',
      'rate_limit_exceeded',
    ],
  },
  'GET /v2/downloads': {
    id: 'listDownloads',
    tag: 'Accounting',
    summary: 'List downloads from the SAT',
    description:
      'Newest first, those of the daily setting too, without their days. `differences` counts what differs, once metadata is compared.',
    examples: { newest: { summary: 'The newest two', parameters: { limit: 2 } } },
    refusals: LIST,
  },
  'PUT /v2/downloads/daily': {
    id: 'setDailyDownloads',
    tag: 'Accounting',
    summary: 'Set what is downloaded every day',
    description:
      'Every day the service downloads yesterday, and the day before once more, of these kinds. An empty list turns it off, which is the default. Of Live alone. Without a FIEL in force nothing is downloaded.',
    examples: {
      both: { summary: 'Issued and received', body: { kinds: ['issued', 'received'], format: 'xml' } },
      off: { summary: 'Nothing', body: { kinds: [] } },
    },
    refusals: [{ code: 'invalid_request', path: 'kinds' }],
  },
  'GET /v2/downloads/daily': {
    id: 'getDailyDownloads',
    tag: 'Accounting',
    summary: 'Get what is downloaded every day',
    description: 'The setting as it is now; no kinds: nothing is downloaded by itself. Of Live alone.',
    refusals: [],
  },
  'GET /v2/downloads/:download_id': {
    id: 'getDownload',
    tag: 'Accounting',
    summary: 'Get a download from the SAT',
    description:
      'How far each day is, how many documents were imported or known before, and the first hundred that were refused, with the reason.',
    refusals: [NOT_FOUND],
  },
  'DELETE /v2/downloads/:download_id': {
    id: 'stopDownload',
    tag: 'Accounting',
    summary: 'Stop a download from the SAT',
    description: 'Nothing more is asked for; what was imported stays. One that is over is answered as it is.',
    refusals: [NOT_FOUND],
  },
  'GET /v2/downloads/:download_id/differences': {
    id: 'listDownloadDifferences',
    tag: 'Accounting',
    summary: 'List what the SAT and this service differ in',
    description:
      'Of a download of metadata, once its days are compared: documents that the SAT has and this service has not, the other way round, and those in another status. In numbered pages.',
    examples: { missing: { summary: 'Those that are not here', parameters: { type: 'missing_here' } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'type' }],
  },
} satisfies OperationDocs;
