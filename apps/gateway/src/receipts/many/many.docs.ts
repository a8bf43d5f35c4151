import type { OperationDocs } from '../../api-docs/types.js';

const mug = { product: { description: 'Taza', product_key: '52152101', price: 116 } };

export const manyReceiptsDocs = {
  'POST /v2/receipts/batch': {
    id: 'createReceiptBatch',
    tag: 'Receipts',
    summary: 'Create up to 1,000 receipts',
    description: `Each receipt is as \`POST /v2/receipts\` takes it, and is made or refused by itself: a wrong one stops no other. The answer is 200 with one entry for each, in the order sent. The batch is refused only where \`receipts\` is missing, empty or too long.

With the header \`Idempotency-Key\` the same batch again makes nothing twice: receipts that are there are answered, and what was refused is tried again.`,
    examples: {
      mixed: {
        summary: 'One that is made, and one that is refused',
        body: {
          receipts: [
            { payment_form: '01', items: [mug] },
            { payment_form: '77', items: [mug] },
          ],
        },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'receipts' }, 'idempotency_key_in_use'],
  },
  'POST /v2/receipts/import': {
    id: 'importReceipts',
    tag: 'Receipts',
    summary: 'Import receipts from a file',
    description: `Takes a file as the body: \`text/csv\` with a heading, or \`application/x-ndjson\` with a receipt as JSON in each line; up to 100,000 lines and 200 MB. Answers 202 with the import, which goes on in the background: ask \`GET /v2/receipts/imports/{import_id}\` until it is \`finished\`. The same file again is the same import (200 once it is finished) and makes nothing twice.

\`curl $BASE/receipts/import -H "Authorization: Bearer $KEY" -H "Content-Type: text/csv" --data-binary @ventas.csv\`

Lines with the same \`ticket\` are one receipt. Wrong lines are listed by the import and stop no other.`,
    examples: {
      csv: {
        summary: 'A sheet of two tickets',
        file: {
          type: 'text/csv',
          text: `ticket,forma de pago,descripción,clave sat,cantidad,precio
A-1,01,Taza,52152101,2,116.00
A-1,01,Plato,52152101,1,58.00
A-2,04,Taza,52152101,1,116.00
`,
        },
      },
      ndjson: {
        summary: 'Receipts as lines of JSON',
        file: {
          type: 'application/x-ndjson',
          text: `${JSON.stringify({ external_id: 'B-1', payment_form: '01', items: [mug] })}\n`,
        },
      },
    },
    refusals: ['receipt_import_unreadable', 'receipt_import_too_large', 'request_timeout'],
  },
  'GET /v2/receipts/imports': {
    id: 'listReceiptImports',
    tag: 'Receipts',
    summary: 'List imports of receipts',
    description: 'Newest first, without their errors.',
    examples: { newest: { summary: 'The newest two', parameters: { limit: 2 } } },
    refusals: [{ code: 'invalid_request', path: 'limit' }, 'page_too_large'],
  },
  'GET /v2/receipts/imports/:import_id': {
    id: 'getReceiptImport',
    tag: 'Receipts',
    summary: 'Get an import of receipts',
    description:
      'How far it is, and what is wrong with its lines: the first 1,000 errors, and more with `page` while `has_more` is true. To invoice its receipts together, send its id as `import` to `POST /v2/receipts/global-invoice`.',
    refusals: ['receipt_import_not_found', { code: 'invalid_request', path: 'page' }],
  },
} satisfies OperationDocs;
