import type { OperationDocs } from '../../api-docs/types.js';

const OF_DOCUMENT = ['retention_not_found', 'retention_not_stamped', 'not_found'] as const;
const OF_RECEIPT = [...OF_DOCUMENT, 'invoice_cancellation_receipt_unavailable'] as const;
const pdf = { pdf: { summary: 'As PDF', parameters: { format: 'pdf' } } };
const xml = { xml: { summary: 'The XML', parameters: { format: 'xml' } } };

export const retentionFilesDocs = {
  'GET /v2/retentions/:retention_id/:format': {
    id: 'downloadRetention',
    tag: 'Retentions',
    summary: 'Download a retention',
    description:
      'The stamped XML as the SAT has it, a PDF of it to print, or both in a ZIP. Of what is not stamped there is no XML.',
    examples: xml,
    refusals: [...OF_DOCUMENT, 'document_lost'],
  },
  'GET /v2/retentions/:retention_id/cancellation_receipt/:format': {
    id: 'downloadRetentionCancellationReceipt',
    tag: 'Retentions',
    summary: 'Download the acuse of a canceled retention',
    description:
      'The acuse de cancelación with which the SAT confirms it: its XML, or a PDF of it. There is one where `cancellation_receipt` of the retention is not null.',
    examples: xml,
    refusals: [...OF_RECEIPT, 'document_lost'],
  },
  'GET /v2/retentions/:retention_id/download-url/:format': {
    id: 'getRetentionDownloadUrl',
    tag: 'Retentions',
    summary: 'Get an address of a retention’s file',
    description: 'An address that needs no key until `expires_at`: for a browser, or for somebody else.',
    examples: pdf,
    refusals: OF_DOCUMENT,
  },
  'GET /v2/retentions/:retention_id/cancellation_receipt/download-url/:format': {
    id: 'getRetentionCancellationReceiptUrl',
    tag: 'Retentions',
    summary: 'Get an address of the acuse of a canceled retention',
    description: 'An address that needs no key until `expires_at`: for a browser, or for somebody else.',
    examples: pdf,
    refusals: OF_RECEIPT,
  },
  'POST /v2/retentions/:retention_id/email': {
    id: 'sendRetentionByEmail',
    tag: 'Retentions',
    summary: 'Send a retention by e-mail',
    description:
      'Sends XML and PDF of a valid or canceled retention to one or several recipients; without `email`, to the current address of its customer. The mail is kept before the answer, and tried again by itself where the server does not take it yet. Refused only if the server rejects every address for good.',
    examples: { address: { summary: 'To an address', body: { email: ['cliente@correo.example'] } } },
    refusals: [
      { code: 'invalid_request', path: 'email' },
      'retention_not_found',
      'retention_email_status_not_allowed',
      'retention_email_recipient_required',
      'retention_email_delivery_failed',
    ],
  },
} satisfies OperationDocs;
