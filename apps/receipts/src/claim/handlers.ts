import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { InvoiceHolds } from '../receipt/invoice-holds.js';
import { ClaimRows } from './statements.js';
import { Claims } from './claims.js';
import {
  InvoiceReceiptsHandler,
  IssueReceiptInvoiceHandler,
  PlanReceiptInvoiceHandler,
  SettleReceiptInvoiceHandler,
} from './commands.js';
import { ClaimHolds } from './invoice-holds.js';
import { ReceiptInvoices } from './issue.js';
import { ReceiptOutcomes } from './outcomes.js';
import { ReceiptSelection } from './select.js';
import { ClaimSettlement } from './settle.js';

export const claimHandlers = {
  'receipts.invoice': InvoiceReceiptsHandler,
  'receipts.issue': IssueReceiptInvoiceHandler,
  'receipts.settle': SettleReceiptInvoiceHandler,
  'receipts.plan': PlanReceiptInvoiceHandler,
} satisfies LinePart<'receipts'>;

export const claimProviders: Provider[] = [
  ClaimRows,
  Claims,
  { provide: InvoiceHolds, useClass: ClaimHolds },
  ReceiptSelection,
  ReceiptOutcomes,
  ReceiptInvoices,
  ClaimSettlement,
];
