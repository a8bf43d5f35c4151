import type { OperationDocs } from '../api-docs/types.js';

export const settingsDocs = {
  'PUT /v2/organizations/:organization_id/customization': {
    id: 'setOrganizationCustomization',
    tag: 'Organizations',
    summary: 'Set colour, PDF and next folios',
    description:
      'What is not sent stays. `next_folio_number` is the next folio of documents that name no series; a folio that was taken is never given again.',
    examples: {
      look: {
        summary: 'A colour, and keys of the SAT in words',
        body: { color: '1F4B99', pdf_extra: { codes: true } },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'color' },
      'organization_not_found',
      { code: 'organization_settings_invalid', path: 'next_folio_number' },
    ],
  },
  'PUT /v2/organizations/:organization_id/receipts': {
    id: 'setOrganizationReceipts',
    tag: 'Organizations',
    summary: 'Set how receipts are invoiced',
    description:
      'Period of global invoices, days that customers have, and whether what is left is invoiced by itself at the end of each period. See [global invoices](/docs/guides/global-invoices).',
    examples: {
      weekly: {
        summary: 'Each week, by itself',
        body: { periodicity: 'week', duration_days: 3, auto_global_invoice: true },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'periodicity' },
      'organization_not_found',
      { code: 'organization_settings_invalid', path: 'next_folio_number' },
    ],
  },
  'PUT /v2/organizations/:organization_id/self-invoice': {
    id: 'setOrganizationSelfInvoice',
    tag: 'Organizations',
    summary: 'Set the portal of self-invoicing',
    description:
      'Which uses customers may choose, whether ISR of RESICO is withheld, and where they may write to: a link is mailed to `support_email`, and pages show it once somebody has opened it.',
    examples: {
      uses: { summary: 'Two uses', body: { allowed_cfdi_uses: ['G01', 'G03'] } },
    },
    refusals: [
      { code: 'invalid_request', path: 'allowed_cfdi_uses' },
      'organization_not_found',
      { code: 'organization_settings_invalid', path: 'allowed_cfdi_uses' },
    ],
  },
  'PUT /v2/organizations/:organization_id/domain': {
    id: 'setOrganizationDomain',
    tag: 'Organizations',
    summary: 'Choose the name of the portal',
    description:
      'The portal is then at `/<domain>`, and on `custom_domain` where the DNS of that name leads here. A domain is chosen once, and stays.',
    examples: {
      name: { summary: 'A name', body: { domain: 'escuela-kemper' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'domain' },
      'organization_not_found',
      { code: 'organization_support_email_required', path: 'support_email' },
      'organization_domain_change_not_allowed',
      'organization_domain_unavailable',
    ],
  },
  'GET /v2/organizations/domain-check': {
    id: 'checkDomain',
    tag: 'Organizations',
    summary: 'Ask whether a domain is free',
    description: '`available` is true where nobody has the name and the service does not use it itself.',
    examples: {
      name: { summary: 'A name', parameters: { domain: 'mi-tienda' } },
    },
    refusals: [{ code: 'invalid_request', path: 'domain' }],
  },
  'PUT /v2/organizations/domain-check': {
    id: 'checkDomainAsBefore',
    tag: 'Organizations',
    summary: 'Ask whether a domain is free, as older clients do',
    description: 'The same as `GET /v2/organizations/domain-check`, which is to be used.',
    examples: {
      name: { summary: 'A name', body: { domain: 'mi-tienda' } },
    },
    refusals: [{ code: 'invalid_request', path: 'domain' }],
  },
  'POST /v2/organizations/:organization_id/onboarding-link': {
    id: 'createOnboardingLink',
    tag: 'Organizations',
    summary: 'Make a link to upload the certificate',
    description:
      'For issuers that keep their CSD to themselves: whoever has the link uploads it on a page, once. A link made before is revoked.',
    examples: {
      action: { summary: 'Nothing to say', body: {} },
    },
    refusals: ['organization_not_found', 'live_api_key_required'],
  },
} satisfies OperationDocs;
