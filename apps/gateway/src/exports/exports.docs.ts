import type { OperationDoc } from '#http';
import { THIS_MONTH } from '../api-docs/days.js';
import type { OperationDocs } from '../api-docs/types.js';

const month = { month: { summary: 'A month', parameters: { month: THIS_MONTH } } };
const refusals: OperationDoc['refusals'] = [{ code: 'invalid_request', path: 'month' }];

const INVOICES = `One row for each document that was stamped in the month, issued and received, the oldest first: canceled ones too, drafts not. Amounts are in the currency of the document; taxes have a column for each rate. The rows are sent while they are read, so a large month begins at once.`;
const TAXES = `IVA, ISR and IEPS on cash flow, in MXN: what was collected and paid in the month, a row for each customer and supplier, and a sum for each side. With \`detail=true\` there is a row for each document, or payment of one, behind the sums.`;

export const exportsDocs = {
  'GET /v2/exports/invoices.csv': {
    id: 'exportInvoicesAsCsv',
    tag: 'Accounting',
    summary: 'Export the invoices of a month as CSV',
    description: `${INVOICES} Without documents the file has its heading alone.`,
    examples: month,
    refusals,
  },
  'GET /v2/exports/invoices.xlsx': {
    id: 'exportInvoicesAsXlsx',
    tag: 'Accounting',
    summary: 'Export the invoices of a month as a workbook',
    description: `${INVOICES} Without documents the sheet has its heading alone.`,
    examples: month,
    refusals,
  },
  'GET /v2/exports/taxes.csv': {
    id: 'exportTaxesAsCsv',
    tag: 'Accounting',
    summary: 'Export the taxes of a month as CSV',
    description: TAXES,
    examples: month,
    refusals,
  },
  'GET /v2/exports/taxes.xlsx': {
    id: 'exportTaxesAsXlsx',
    tag: 'Accounting',
    summary: 'Export the taxes of a month as a workbook',
    description: TAXES,
    examples: month,
    refusals,
  },
} satisfies OperationDocs;
