import type { OperationDocs } from '../api-docs/types.js';
import { ORGANIZATION } from './organizations.docs.js';

const STAYS =
  'What is not sent, or sent as `null`, stays as it is. Takes a Live key (`me` as the id) or a User key, and answers the organization.';

const UNAVAILABLE = { code: 'organization_domain_unavailable', path: 'domain' } as const;
const NEEDS_ADDRESS = { code: 'organization_support_email_required', path: 'support_email' } as const;

export const organizationSettingsDocs = {
  'PUT /v2/organizations/:organization_id/customization': {
    id: 'setOrganizationCustomization',
    tag: 'Organizations',
    summary: 'Set the look of documents',
    description: `The colour of PDFs, mails and hosted pages, what PDFs show (\`pdf_extra\`), and the next folios of invoices that are in no series. PDFs are made when they are asked for, so a change shows in PDFs of old invoices too; an invoice’s own \`pdf_options\` go before it, flag by flag.

A folio that was taken, or a lower one, is \`too_small\`; then nothing is changed. ${STAYS}`,
    examples: {
      look: { summary: 'Colour and PDFs', body: { color: '1F4B99', pdf_extra: { tax_breakdown: true } } },
      folios: { summary: 'The next folio in Test', body: { next_folio_number_test: 5000 } },
    },
    refusals: [{ code: 'invalid_request', path: 'color' }, ...ORGANIZATION],
  },
  'PUT /v2/organizations/:organization_id/receipts': {
    id: 'setOrganizationReceipts',
    tag: 'Organizations',
    summary: 'Set what receipts do',
    description: `The period of [global invoices](/docs/guides/global-invoices), how long customers may invoice their receipts, whether global invoices are made by themselves, and the next folios of receipts. \`two_months\` is for the regime 621 alone (\`organization_settings_invalid\`). With \`auto_global_invoice\` what is still open is invoiced in the hour after the end of each period, in Test and in Live.

${STAYS}`,
    examples: {
      monthly: {
        summary: 'Monthly, by themselves',
        body: { periodicity: 'month', duration_days: 30, auto_global_invoice: true },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'duration_days' },
      { code: 'organization_settings_invalid', path: 'periodicity' },
      ...ORGANIZATION,
    ],
  },
  'PUT /v2/organizations/:organization_id/self-invoice': {
    id: 'setOrganizationSelfInvoice',
    tag: 'Organizations',
    summary: 'Set what customers may do in the portal',
    description: `The uses of the CFDI that customers may choose when they invoice a receipt themselves, whether RESICO’s ISR is withheld, and the address that hosted pages show.

A \`support_email\` that is not verified is mailed a link, which works once and for three days; until it is opened, pages show the owner’s address. Send the same address again for another mail: five an hour and twenty a day, then \`rate_limit_exceeded\`. An address that the mail server refuses at once is \`invalid_request\` at \`support_email\`: the settings are saved all the same. \`null\` clears the address, unless the portal has no other one. ${STAYS}`,
    examples: {
      uses: { summary: 'Two uses only', body: { allowed_cfdi_uses: ['G01', 'G03'] } },
      address: { summary: 'An address to verify', body: { support_email: 'ayuda@example.com' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'support_email' },
      { code: 'organization_settings_invalid', path: 'allowed_cfdi_uses[0]' },
      NEEDS_ADDRESS,
      ...ORGANIZATION,
    ],
  },
  'PUT /v2/organizations/:organization_id/domain': {
    id: 'setOrganizationDomain',
    tag: 'Organizations',
    summary: 'Choose the address of the portal',
    description: `\`domain\` is the organization’s name in the addresses of its self-invoicing portal. It is unique in the installation and can be chosen only once: the same again is answered 200, another is \`organization_domain_change_not_allowed\`. \`custom_domain\` is a host of your own under which the portal is answered too; it can be changed, and \`null\` takes it away.

The organization needs a support address first, \`legal.support_email\` or \`self_invoice.support_email\`. Whether a name is free is told by \`GET /v2/organizations/domain-check\`. Takes a Live key (\`me\` as the id) or a User key, and answers the organization.`,
    examples: { shop: { summary: 'A name', body: { domain: 'mi-tienda' } } },
    refusals: [
      { code: 'invalid_request', path: 'domain' },
      UNAVAILABLE,
      { code: 'organization_domain_change_not_allowed', path: 'domain' },
      NEEDS_ADDRESS,
      ...ORGANIZATION,
    ],
  },
  'GET /v2/organizations/domain-check': {
    id: 'checkDomain',
    tag: 'Organizations',
    summary: 'Check whether a domain is free',
    description:
      'Whether an organization could choose the name for its portal now: `available` is false where another one has it, or the service keeps it for itself. Nothing is reserved. Takes a User key.',
    examples: { shop: { summary: 'A name', parameters: { domain: 'otra-tienda' } } },
    refusals: [{ code: 'invalid_request', path: 'domain' }],
  },
  'PUT /v2/organizations/domain-check': {
    id: 'checkDomainAsBefore',
    tag: 'Organizations',
    summary: 'Check whether a domain is free, as older SDKs ask',
    description:
      'The same as `GET /v2/organizations/domain-check`, with the name in the body. It changes nothing. Takes a User key.',
    examples: { shop: { summary: 'A name', body: { domain: 'otra-tienda' } } },
    refusals: [{ code: 'invalid_request', path: 'domain' }],
  },
} satisfies OperationDocs;
