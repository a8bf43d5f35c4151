import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import type { SharedPool } from '#eventing';
import { CataloguesModule, ListsModule, SealedHere } from '#fiscal';
import { SHARED_POOL, poolOf } from '#hosting';
import { BalanceClaims } from './invoice/balance-claims.js';
import { Claims } from './invoice/claims.js';
import {
  CancelInvoiceHandler,
  RecordCancellationHandler,
  RefreshInvoiceHandler,
} from './invoice/commands/cancellation.js';
import { CreateInvoiceHandler } from './invoice/commands/create.js';
import { CopyInvoiceHandler, DeleteDraftHandler, EditDraftHandler } from './invoice/commands/drafts.js';
import { ReadFoliosHandler, SetFoliosHandler } from './invoice/commands/folios.js';
import { ReadHistoryHandler } from './invoice/commands/history.js';
import {
  ImportInvoicesHandler,
  RecognizeCustomerHandler,
  RecordSatStatusHandler,
} from './invoice/commands/import.js';
import { MatchPaymentsHandler } from './invoice/commands/match-payments.js';
import { RecordPaymentHandler, RevertPaymentHandler } from './invoice/commands/payments.js';
import {
  FindRequestHandler,
  PreviewInvoiceHandler,
  ReadUnstampedHandler,
} from './invoice/commands/questions.js';
import { HoldReceiptsHandler } from './invoice/commands/receipts.js';
import { StampDraftHandler } from './invoice/commands/stamp-draft.js';
import {
  RecordDelayHandler,
  RecordFailureHandler,
  RecordRefusalHandler,
  RecordStampHandler,
  RecordSurplusStampHandler,
  UnstampedIssues,
} from './invoice/commands/stamping.js';
import { Folios } from './invoice/folios.js';
import { Fences } from './invoice/fences.js';
import { Invoices } from './invoice/invoices.js';
import { PaymentMatching } from './invoice/matching.js';
import { PaidDocuments } from './invoice/paid-documents.js';
import { PastReceivers } from './invoice/past-receivers.js';
import { PaymentClaims } from './invoice/payment-claims.js';
import { Reservations } from './invoice/reservations.js';
import { RetentionClaims, RetentionFences, RetentionKeys } from './retention/claims.js';
import {
  CancelRetentionHandler,
  RecordRetentionCancellationHandler,
  RefreshRetentionHandler,
} from './retention/commands/cancellation.js';
import { CreateRetentionHandler } from './retention/commands/create.js';
import {
  CopyRetentionHandler,
  DeleteRetentionHandler,
  EditRetentionHandler,
  StampRetentionHandler,
} from './retention/commands/drafts.js';
import {
  FindRetentionRequestHandler,
  ReadRetentionHistoryHandler,
  ReadUnstampedRetentionHandler,
} from './retention/commands/questions.js';
import {
  RecordRetentionDelayHandler,
  RecordRetentionFailureHandler,
  RecordRetentionRefusalHandler,
  RecordRetentionStampHandler,
  RecordRetentionSurplusStampHandler,
} from './retention/commands/stamping.js';
import { Retentions } from './retention/retentions.js';

const commands = serveLine('invoicing', {
  'invoicing.create': CreateInvoiceHandler,
  'invoicing.edit-draft': EditDraftHandler,
  'invoicing.delete-draft': DeleteDraftHandler,
  'invoicing.stamp-draft': StampDraftHandler,
  'invoicing.copy': CopyInvoiceHandler,
  'invoicing.record-stamp': RecordStampHandler,
  'invoicing.record-refusal': RecordRefusalHandler,
  'invoicing.record-surplus-stamp': RecordSurplusStampHandler,
  'invoicing.record-delay': RecordDelayHandler,
  'invoicing.record-failure': RecordFailureHandler,
  'invoicing.record-payment': RecordPaymentHandler,
  'invoicing.revert-payment': RevertPaymentHandler,
  'invoicing.cancel': CancelInvoiceHandler,
  'invoicing.record-cancellation': RecordCancellationHandler,
  'invoicing.refresh': RefreshInvoiceHandler,
  'invoicing.preview': PreviewInvoiceHandler,
  'invoicing.history': ReadHistoryHandler,
  'invoicing.find-request': FindRequestHandler,
  'invoicing.read-folios': ReadFoliosHandler,
  'invoicing.set-folios': SetFoliosHandler,
  'invoicing.unstamped': ReadUnstampedHandler,
  'invoicing.hold-receipts': HoldReceiptsHandler,
  'invoicing.import': ImportInvoicesHandler,
  'invoicing.recognize-customer': RecognizeCustomerHandler,
  'invoicing.record-sat-status': RecordSatStatusHandler,
  'invoicing.match-payments': MatchPaymentsHandler,
  'invoicing.create-retention': CreateRetentionHandler,
  'invoicing.edit-retention': EditRetentionHandler,
  'invoicing.delete-retention': DeleteRetentionHandler,
  'invoicing.stamp-retention': StampRetentionHandler,
  'invoicing.copy-retention': CopyRetentionHandler,
  'invoicing.record-retention-stamp': RecordRetentionStampHandler,
  'invoicing.record-retention-refusal': RecordRetentionRefusalHandler,
  'invoicing.record-retention-surplus-stamp': RecordRetentionSurplusStampHandler,
  'invoicing.record-retention-delay': RecordRetentionDelayHandler,
  'invoicing.record-retention-failure': RecordRetentionFailureHandler,
  'invoicing.cancel-retention': CancelRetentionHandler,
  'invoicing.record-retention-cancellation': RecordRetentionCancellationHandler,
  'invoicing.refresh-retention': RefreshRetentionHandler,
  'invoicing.retention-history': ReadRetentionHistoryHandler,
  'invoicing.find-retention-request': FindRetentionRequestHandler,
  'invoicing.unstamped-retention': ReadUnstampedRetentionHandler,
});

/** Takes the commands of invoices and retentions. */
@Module({
  imports: [CataloguesModule, ListsModule],
  controllers: commands.controllers,
  providers: [
    poolOf('invoicing'),
    Invoices,
    Fences,
    Reservations,
    Folios,
    Claims,
    BalanceClaims,
    PaymentClaims,
    PaidDocuments,
    PaymentMatching,
    PastReceivers,
    {
      provide: SealedHere,
      inject: [SHARED_POOL],
      useFactory: (pool: SharedPool) => new SealedHere(pool),
    },
    UnstampedIssues,
    Retentions,
    RetentionKeys,
    RetentionFences,
    RetentionClaims,
    ...commands.providers,
  ],
})
export class InvoicingModule {}
