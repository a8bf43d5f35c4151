import type { OperationDocs } from '../api-docs/types.js';

export const toolsDocs = {
  'GET /v2/tools/tax_id_validation': {
    id: 'validateTaxId',
    tag: 'Tools',
    summary: 'Look up an RFC in the list of article 69-B',
    description:
      'Whether the SAT lists a taxpayer as one that invoices operations that never were (EFOS): `efos.is_valid` is false while something against it stands. In Test the sandbox’s list answers; in Live the one that the operator loads (`TIMBRA_SAT_69B`).',
    examples: {
      clean: { summary: 'One that is not listed', parameters: { tax_id: 'EKU9003173C9' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'tax_id' },
      'tax_id_validation_failed',
      'tax_id_validation_service_unavailable',
    ],
  },
} satisfies OperationDocs;
