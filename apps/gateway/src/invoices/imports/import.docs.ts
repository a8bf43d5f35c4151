import type { OperationDocs } from '../../api-docs/types.js';

const place = { path: 'file' } as const;

export const importInvoicesDocs = {
  'POST /v2/invoices/import': {
    id: 'importInvoices',
    tag: 'Invoices',
    summary: 'Import documents that were issued elsewhere',
    description: `Takes the XML of a CFDI 4.0 that the organization issued elsewhere or received, up to 5 MB, or a ZIP of up to 10,000 of them, up to 50 MB:

\`curl $BASE/invoices/import -H "Authorization: Bearer $KEY" -F file=@factura.xml\`

Each is verified: structure, seal, certificate, stamp, and its status at the SAT. An XML is answered with its invoice, or refused by the code of what is wrong. A ZIP is answered 200 with \`results\`, one for each file, of which some may be refused. No document is imported twice: the second time it is \`invoice_import_duplicate\`, with the id of its invoice in \`resource_id\` (of a file in a ZIP, in \`id\`).

Your own documents work like those that you issue here: balances, payments, cancellation, files. A received document creates its supplier. Guides: [moving](/docs/guides/moving), [received](/docs/guides/received).`,
    examples: { xml: { summary: 'An XML' }, zip: { summary: 'A ZIP' } },
    refusals: [
      { code: 'invoice_import_file_required', ...place },
      { code: 'invoice_import_zip_invalid', ...place },
      { code: 'invoice_import_not_xml', ...place },
      { code: 'invoice_import_unreadable', ...place },
      { code: 'invoice_import_not_cfdi', ...place },
      { code: 'invoice_import_version_not_supported', ...place },
      { code: 'invoice_import_retention', ...place },
      { code: 'invoice_import_not_stamped', ...place },
      { code: 'invoice_import_stamped_twice', ...place },
      { code: 'invoice_import_structure_invalid', ...place },
      { code: 'invoice_import_seal_invalid', ...place },
      { code: 'invoice_import_certificate_not_trusted', ...place },
      { code: 'invoice_import_stamp_invalid', ...place },
      { code: 'invoice_import_other_taxpayer', ...place },
      'organization_incomplete',
      'invoice_import_duplicate',
      'invoice_import_too_large',
      'invoice_import_stamp_not_verifiable',
    ],
  },
} satisfies OperationDocs;
