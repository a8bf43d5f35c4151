import type { Command } from './command.js';
import type { CommandType, DataOf } from './messages.js';

/**
 * A class for each command of the catalogue (messages.ts). Nest's CommandBus finds a handler by the class of the
 * command; what a command carries, and how it is answered, is the catalogue's matter.
 */
function commandClass<Type extends CommandType>(type: Type) {
  return class implements Command<Type, DataOf<Type>> {
    static readonly type: Type = type;
    declare readonly id: string;
    declare readonly type: Type;
    declare readonly key: string;
    declare readonly tenant: Command['tenant'];
    declare readonly actor: string;
    declare readonly correlationId: string;
    declare readonly time: string;
    declare readonly ifRevision?: readonly number[];
    declare readonly data: DataOf<Type>;
    declare readonly traceparent?: string;
    constructor(sent: Command<Type, DataOf<Type>>) {
      Object.assign(this, sent);
    }
  };
}

/** The class of a command, whichever it is. */
export interface CommandClass<Type extends CommandType = CommandType> {
  readonly type: Type;
  new (sent: never): Command<Type, DataOf<Type>>;
}

export class CreateOrganizationCommand extends commandClass('organizations.create') {}
export class SetLegalCommand extends commandClass('organizations.set-legal') {}
export class SetCustomizationCommand extends commandClass('organizations.set-customization') {}
export class SetReceiptsCommand extends commandClass('organizations.set-receipts') {}
export class SetSelfInvoiceCommand extends commandClass('organizations.set-self-invoice') {}
export class VerifySupportEmailCommand extends commandClass('organizations.verify-support-email') {}
export class SetCustomDomainCommand extends commandClass('organizations.set-custom-domain') {}
export class ChooseDomainCommand extends commandClass('organizations.choose-domain') {}
export class FindDomainCommand extends commandClass('organizations.find-domain') {}
export class AddSeriesCommand extends commandClass('organizations.add-series') {}
export class RemoveSeriesCommand extends commandClass('organizations.remove-series') {}
export class SetDefaultSeriesCommand extends commandClass('organizations.set-default-series') {}
export class RenewTestKeyCommand extends commandClass('organizations.renew-test-key') {}
export class AddLiveKeyCommand extends commandClass('organizations.add-live-key') {}
export class DeleteLiveKeyCommand extends commandClass('organizations.delete-live-key') {}
export class EndLiveKeyCommand extends commandClass('organizations.end-live-key') {}
export class RevokeOrganizationKeysCommand extends commandClass('organizations.revoke-keys') {}
export class SetCertificateCommand extends commandClass('organizations.set-certificate') {}
export class RemoveCertificateCommand extends commandClass('organizations.remove-certificate') {}
export class SetPacsCommand extends commandClass('organizations.set-pacs') {}
export class ReadPacsCommand extends commandClass('organizations.read-pacs') {}
export class NotifyExpiryCommand extends commandClass('organizations.notify-expiry') {}
export class DeleteOrganizationCommand extends commandClass('organizations.delete') {}
export class RestoreOrganizationCommand extends commandClass('organizations.restore') {}
export class DestroyOrganizationCommand extends commandClass('organizations.destroy') {}
export class CreateOnboardingLinkCommand extends commandClass('organizations.create-onboarding-link') {}
export class InviteCommand extends commandClass('organizations.invite') {}
export class CancelInviteCommand extends commandClass('organizations.cancel-invite') {}
export class AnswerInviteCommand extends commandClass('organizations.answer-invite') {}
export class AnswerInviteLinkCommand extends commandClass('organizations.answer-invite-link') {}
export class SetLogoCommand extends commandClass('organizations.set-logo') {}
export class AddRoleCommand extends commandClass('organizations.add-role') {}
export class EditRoleCommand extends commandClass('organizations.edit-role') {}
export class DeleteRoleCommand extends commandClass('organizations.delete-role') {}
export class SetMemberRoleCommand extends commandClass('organizations.set-member-role') {}
export class RemoveMemberCommand extends commandClass('organizations.remove-member') {}
export class ShareOwnershipCommand extends commandClass('organizations.share-ownership') {}
export class GiveUpOwnershipCommand extends commandClass('organizations.give-up-ownership') {}
export class CreateUserCommand extends commandClass('organizations.create-user') {}
export class FindUserCommand extends commandClass('organizations.find-user') {}
export class AddUserKeyCommand extends commandClass('organizations.add-user-key') {}
export class RevokeUserKeyCommand extends commandClass('organizations.revoke-user-key') {}
export class ResetUserKeysCommand extends commandClass('organizations.reset-user-keys') {}
export class SuspendUserCommand extends commandClass('organizations.suspend-user') {}
export class ResumeUserCommand extends commandClass('organizations.resume-user') {}

export class CreateCustomerCommand extends commandClass('customers.create') {}
export class CheckCustomerCommand extends commandClass('customers.check') {}
export class EditCustomerCommand extends commandClass('customers.edit') {}
export class CompleteEditLinkCommand extends commandClass('customers.complete-edit-link') {}
export class ConfirmCustomerCommand extends commandClass('customers.confirm') {}
export class DeleteCustomerCommand extends commandClass('customers.delete') {}
export class FindCustomersByRfcCommand extends commandClass('customers.find-by-rfc') {}
export class CreateSupplierCommand extends commandClass('customers.create-supplier') {}
export class EditSupplierCommand extends commandClass('customers.edit-supplier') {}
export class DeleteSupplierCommand extends commandClass('customers.delete-supplier') {}
export class EnsureSuppliersCommand extends commandClass('customers.ensure-suppliers') {}

export class CreateProductCommand extends commandClass('products.create') {}
export class EditProductCommand extends commandClass('products.edit') {}
export class DeleteProductCommand extends commandClass('products.delete') {}

export class CreateInvoiceCommand extends commandClass('invoicing.create') {}
export class EditDraftCommand extends commandClass('invoicing.edit-draft') {}
export class DeleteDraftCommand extends commandClass('invoicing.delete-draft') {}
export class StampDraftCommand extends commandClass('invoicing.stamp-draft') {}
export class CopyInvoiceCommand extends commandClass('invoicing.copy') {}
export class RecordStampCommand extends commandClass('invoicing.record-stamp') {}
export class RecordRefusalCommand extends commandClass('invoicing.record-refusal') {}
export class RecordSurplusStampCommand extends commandClass('invoicing.record-surplus-stamp') {}
export class RecordDelayCommand extends commandClass('invoicing.record-delay') {}
export class RecordFailureCommand extends commandClass('invoicing.record-failure') {}
export class RecordPaymentCommand extends commandClass('invoicing.record-payment') {}
export class RevertPaymentCommand extends commandClass('invoicing.revert-payment') {}
export class CancelInvoiceCommand extends commandClass('invoicing.cancel') {}
export class RecordCancellationCommand extends commandClass('invoicing.record-cancellation') {}
export class RefreshInvoiceCommand extends commandClass('invoicing.refresh') {}
export class PreviewInvoiceCommand extends commandClass('invoicing.preview') {}
export class ReadHistoryCommand extends commandClass('invoicing.history') {}
export class FindRequestCommand extends commandClass('invoicing.find-request') {}
export class ReadFoliosCommand extends commandClass('invoicing.read-folios') {}
export class SetFoliosCommand extends commandClass('invoicing.set-folios') {}
export class ReadUnstampedCommand extends commandClass('invoicing.unstamped') {}
export class ImportInvoicesCommand extends commandClass('invoicing.import') {}
export class MatchPaymentsCommand extends commandClass('invoicing.match-payments') {}
export class RecognizeCustomerCommand extends commandClass('invoicing.recognize-customer') {}
export class RecordSatStatusCommand extends commandClass('invoicing.record-sat-status') {}

export class StampCommand extends commandClass('stamping.stamp') {}
export class ForceStampCommand extends commandClass('stamping.force') {}
export class SettleSurplusCommand extends commandClass('stamping.settle-surplus') {}
export class PacsReachableCommand extends commandClass('stamping.reachable') {}
export class TaxpayerListedCommand extends commandClass('stamping.taxpayer') {}
export class DestroySigningKeysCommand extends commandClass('stamping.destroy-keys') {}
export class KeepCertificateCommand extends commandClass('stamping.keep-certificate') {}
export class UseCertificateCommand extends commandClass('stamping.use-certificate') {}
export class ForgetCertificateCommand extends commandClass('stamping.forget-certificate') {}
export class KeepPacsCommand extends commandClass('stamping.keep-pacs') {}
export class InstalledPacsCommand extends commandClass('stamping.installed-pacs') {}
export class UsePacsCommand extends commandClass('stamping.use-pacs') {}
export class SignManifestCommand extends commandClass('stamping.sign-manifest') {}
export class ReadManifestCommand extends commandClass('stamping.read-manifest') {}
export class ForgetPacsCommand extends commandClass('stamping.forget-pacs') {}

export class RequestCancellationCommand extends commandClass('cancellation.request') {}
export class FollowCancellationCommand extends commandClass('cancellation.follow') {}
export class CheckCancellationCommand extends commandClass('cancellation.check') {}
export class QueryStatusCommand extends commandClass('cancellation.query-status') {}
export class LookForPetitionsCommand extends commandClass('cancellation.look-for-petitions') {}
export class AnswerPetitionCommand extends commandClass('cancellation.answer-petition') {}
export class FollowAnswerCommand extends commandClass('cancellation.follow-answer') {}

export class RenderCommand extends commandClass('notifications.render') {}
export class SendMailCommand extends commandClass('notifications.send-mail') {}
export class SendCertificateNoticeCommand extends commandClass('notifications.send-certificate-notice') {}
export class SendWebhookNoticeCommand extends commandClass('notifications.send-webhook-notice') {}
export class SendSecurityNoticeCommand extends commandClass('notifications.send-security-notice') {}
export class DeliverMailCommand extends commandClass('notifications.deliver-mail') {}
export class RequestArchiveCommand extends commandClass('notifications.request-archive') {}
export class AddArchivePartCommand extends commandClass('notifications.add-archive-part') {}
export class ExpireArchiveCommand extends commandClass('notifications.expire-archive') {}

export class LiveDocumentsCommand extends commandClass('gateway.live-documents') {}
export class FindInvoicesCommand extends commandClass('gateway.find-invoices') {}
export class CountDocumentsCommand extends commandClass('gateway.count-documents') {}
export class DescribeOrganizationCommand extends commandClass('gateway.describe-organization') {}
export class DescribePortalCommand extends commandClass('gateway.describe-portal') {}
export class DescribeNoticeCommand extends commandClass('gateway.describe-notice') {}
export class ListDocumentsCommand extends commandClass('gateway.list-documents') {}
export class CreateWebhookCommand extends commandClass('webhooks.create') {}
export class EditWebhookCommand extends commandClass('webhooks.edit') {}
export class DeleteWebhookCommand extends commandClass('webhooks.delete') {}
export class RotateWebhookSecretCommand extends commandClass('webhooks.rotate-secret') {}
export class DisableWebhookCommand extends commandClass('webhooks.disable') {}
export class NoteWebhookFailingCommand extends commandClass('webhooks.note-failing') {}
export class PingWebhookCommand extends commandClass('webhooks.ping') {}
export class TriggerSampleCommand extends commandClass('webhooks.trigger') {}
export class ListToldEventsCommand extends commandClass('webhooks.list-events') {}
export class FindToldEventCommand extends commandClass('webhooks.find-event') {}
export class NextToldEventsCommand extends commandClass('webhooks.next-events') {}
export class ListAttemptsCommand extends commandClass('webhooks.list-attempts') {}
export class FindAttemptCommand extends commandClass('webhooks.find-attempt') {}
export class DescribeWebhookCommand extends commandClass('webhooks.describe') {}
export class ReadWebhookHealthCommand extends commandClass('webhooks.read-health') {}
export class RedeliverCommand extends commandClass('webhooks.redeliver') {}
export class ResendFailedCommand extends commandClass('webhooks.resend-failed') {}
export class ReplayEventsCommand extends commandClass('webhooks.replay') {}
export class FollowClockCommand extends commandClass('webhooks.follow-clock') {}
export class HoldReceiptsCommand extends commandClass('invoicing.hold-receipts') {}
export class CreateReceiptCommand extends commandClass('receipts.create') {}
export class CreateReceiptsCommand extends commandClass('receipts.create-many') {}
export class ClaimReceiptBatchCommand extends commandClass('receipts.claim-batch') {}
export class KeepImportPieceCommand extends commandClass('receipts.keep-piece') {}
export class DropImportPiecesCommand extends commandClass('receipts.drop-pieces') {}
export class BeginReceiptImportCommand extends commandClass('receipts.begin-import') {}
export class ImportReceiptPieceCommand extends commandClass('receipts.import-piece') {}
export class ReadReceiptImportCommand extends commandClass('receipts.read-import') {}
export class OpenOfReceiptImportCommand extends commandClass('receipts.open-of-import') {}
export class ListReceiptImportsCommand extends commandClass('receipts.list-imports') {}
export class FindReceiptRequestCommand extends commandClass('receipts.find-request') {}
export class AssignReceiptCustomerCommand extends commandClass('receipts.assign-customer') {}
export class CancelReceiptCommand extends commandClass('receipts.cancel') {}
export class RefundReceiptCommand extends commandClass('receipts.refund') {}
export class ContinueRefundCommand extends commandClass('receipts.continue-refund') {}
export class SettleRefundCommand extends commandClass('receipts.settle-refund') {}
export class InvoiceReceiptsCommand extends commandClass('receipts.invoice') {}
export class IssueReceiptInvoiceCommand extends commandClass('receipts.issue') {}
export class SettleReceiptInvoiceCommand extends commandClass('receipts.settle') {}
export class PlanReceiptInvoiceCommand extends commandClass('receipts.plan') {}
export class FollowReceiptSettingsCommand extends commandClass('receipts.follow-settings') {}
export class AnnouncePeriodCommand extends commandClass('receipts.announce-period') {}
export class ClosePeriodCommand extends commandClass('receipts.close-period') {}
export class PetitionContextCommand extends commandClass('gateway.petition-context') {}
export class DescribeIssuerCommand extends commandClass('gateway.describe-issuer') {}
export class ReadReceiptFoliosCommand extends commandClass('receipts.read-folios') {}
export class SetReceiptFoliosCommand extends commandClass('receipts.set-folios') {}
export class VerificationMaterialCommand extends commandClass('stamping.verification-material') {}
export class ImportDocumentsCommand extends commandClass('reception.import') {}
export class InboundAddressCommand extends commandClass('reception.inbound-address') {}
export class RenewInboundAddressCommand extends commandClass('reception.renew-inbound-address') {}
export class TakeMailCommand extends commandClass('reception.take-mail') {}
export class ProcessMailCommand extends commandClass('reception.process-mail') {}
export class FollowReceptionClockCommand extends commandClass('reception.follow-clock') {}
export class CreateRetentionCommand extends commandClass('invoicing.create-retention') {}
export class EditRetentionCommand extends commandClass('invoicing.edit-retention') {}
export class DeleteRetentionCommand extends commandClass('invoicing.delete-retention') {}
export class StampRetentionCommand extends commandClass('invoicing.stamp-retention') {}
export class CopyRetentionCommand extends commandClass('invoicing.copy-retention') {}
export class RecordRetentionStampCommand extends commandClass('invoicing.record-retention-stamp') {}
export class RecordRetentionRefusalCommand extends commandClass('invoicing.record-retention-refusal') {}
export class RecordRetentionSurplusStampCommand extends commandClass(
  'invoicing.record-retention-surplus-stamp',
) {}
export class RecordRetentionDelayCommand extends commandClass('invoicing.record-retention-delay') {}
export class RecordRetentionFailureCommand extends commandClass('invoicing.record-retention-failure') {}
export class CancelRetentionCommand extends commandClass('invoicing.cancel-retention') {}
export class RecordRetentionCancellationCommand extends commandClass(
  'invoicing.record-retention-cancellation',
) {}
export class RefreshRetentionCommand extends commandClass('invoicing.refresh-retention') {}
export class ReadRetentionHistoryCommand extends commandClass('invoicing.retention-history') {}
export class FindRetentionRequestCommand extends commandClass('invoicing.find-retention-request') {}
export class ReadUnstampedRetentionCommand extends commandClass('invoicing.unstamped-retention') {}
export class DownloadFielCommand extends commandClass('stamping.download-fiel') {}
export class RequestDownloadCommand extends commandClass('stamping.request-download') {}
export class VerifyDownloadCommand extends commandClass('stamping.verify-download') {}
export class FetchPackageCommand extends commandClass('stamping.fetch-package') {}
export class SupplyCommand extends commandClass('stamping.supply') {}
export class CancelSuppliedCommand extends commandClass('stamping.cancel-supplied') {}
export class BeginDownloadCommand extends commandClass('reception.begin-download') {}
export class StepDownloadCommand extends commandClass('reception.step-download') {}
export class ReconcileDownloadCommand extends commandClass('reception.reconcile-download') {}
export class StopDownloadCommand extends commandClass('reception.stop-download') {}
export class ReadDownloadCommand extends commandClass('reception.read-download') {}
export class SetDailyDownloadsCommand extends commandClass('reception.set-daily-downloads') {}
export class ReadDailyDownloadsCommand extends commandClass('reception.read-daily-downloads') {}
export class ListDownloadsCommand extends commandClass('reception.list-downloads') {}
export class DownloadDifferencesCommand extends commandClass('reception.download-differences') {}
export class MatchDocumentsCommand extends commandClass('gateway.match-documents') {}
export class KnownDocumentsCommand extends commandClass('gateway.known-documents') {}
