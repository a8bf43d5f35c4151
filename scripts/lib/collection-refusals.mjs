/** Requests that a run leaves out, by their ids, and why. */
export const NOT_SENT = {
  streamEvents: 'its answer never ends',
};

/** Requests for what an earlier one has ordered: it may be a moment until it is there, so they are sent again. */
export const AWAITED = [
  'downloadZipRequest',
  'getZipRequestDownloadUrl',
  'downloadInvoiceCancellationReceipt',
  'getInvoiceCancellationReceiptDownloadUrl',
  'downloadRetentionCancellationReceipt',
  'getRetentionCancellationReceiptUrl',
  'listDownloadDifferences',
  'redeliverWebhookAttempt.once',
];

const FILE = 'a form whose file the user chooses';
const ONLY_MEMBER = 'the user of the run is the one member of its organization, its owner';
const NO_INBOUND = 'the installation of the run takes no mail';
const LIVE = 'the key is of the organization that the folder before has deleted';

/** Refusals that a run of the collection gets by rights, by the ids of requests: status and code, and why it can do no better. */
export const EXPECTED = {
  importInvoices: ['400 invoice_import_file_required', FILE],
  'createZipRequest.received': ['404 zip_request_no_invoices', 'nobody has sent the organization any'],
  'stampDraftInvoice.later': ['409 invoice_already_stamped', 'the example before has stamped the draft'],
  'stampDraftInvoice.uncertain': ['409 invoice_already_stamped', 'the same'],
  'invoiceReceipts.dry_run': ['409 receipt_not_open', 'the example before has invoiced the receipt'],
  'createGlobalInvoice.yesterday': ['404 receipt_not_found', 'what the run has sold, it has sold today'],
  'refundReceipt.part': ['400 invalid_request', 'the example before has given all of it back'],
  'createLiveKey.replacing': ['400 invalid_request', 'the key that it replaces is one of the document’s'],
  'createInvite.role': ['409 invite_role_unavailable', 'the role that it gives is one of the document’s'],
  setCertificate: ['400 certificate_files_required', FILE],
  setFiel: ['400 certificate_files_required', FILE],
  'signManifest.kept': [
    '409 manifesto_not_available',
    'the installation of the run has the sandbox as its PAC',
  ],
  setOrganizationLogo: ['400 image_file_required', FILE],
  getLogo: ['404 not_found', 'so there is no logo'],
  'setTeamRole.role': ['403 owner_access_cannot_be_reassigned', ONLY_MEMBER],
  'shareOwnership.share': ['403 forbidden', ONLY_MEMBER],
  'shareOwnership.handOver': ['403 forbidden', ONLY_MEMBER],
  'removeTeamAccess.remove': ['403 owner_access_cannot_be_removed', ONLY_MEMBER],
  'giveUpOwnership.giveUp': ['403 owner_access_cannot_be_removed', ONLY_MEMBER],
  'respondToInvite.accept': ['403 invite_email_mismatch', 'the invitation is to somebody else'],
  'respondToInvite.decline': ['403 invite_email_mismatch', 'the same'],
  'forceStamping.finkok': ['404 stamping_doubt_not_found', 'the sandbox leaves no doubts'],
  getInboundAddress: ['403 feature_not_available', NO_INBOUND],
  'renewInboundAddress.test': ['403 feature_not_available', NO_INBOUND],
  'renewInboundAddress.live': ['403 feature_not_available', NO_INBOUND],
  receiveInboundMail: ['403 feature_not_available', NO_INBOUND],
  'acceptCancellationRequest.action': ['404 not_found', 'nobody asks the organization to cancel'],
  'rejectCancellationRequest.action': ['404 not_found', 'the same'],
  getDailyDownloads: ['401 api_key_invalid', LIVE],
  'setDailyDownloads.both': ['401 api_key_invalid', LIVE],
  'setDailyDownloads.off': ['401 api_key_invalid', LIVE],
};
