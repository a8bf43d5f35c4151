import type { ArchiveAsked, ArchivedDocument, ArchiveEvent, ArchivePlace } from './archives.js';
import type { CancellationEvent } from './cancellation.js';
import type {
  CertifiedReceiver,
  CustomerCheck,
  CustomerCreation,
  CustomerEvent,
  CustomerInput,
  EditLinkPrint,
  FoundCustomer,
} from './customers.js';
import type {
  FoundInvoice,
  ImportedInvoice,
  ImportOutcome,
  PaidDocument,
  SatStanding,
} from './imported-invoices.js';
import type { InboundAddress, InboundMailArrived, InboundMailEvent } from './inbound-mail.js';
import type { HistoryPage, InvoiceHistory, RetentionHistory } from './history.js';
import type { CustomerSnapshot, InvoiceContent, InvoiceType, IssuerSnapshot } from './invoice-content.js';
import type { InvoiceStamp } from './invoice-issue.js';
import type {
  CancellationAnswer,
  CancelMotive,
  CreateInvoice,
  FiscalDocument,
  InvoiceAsked,
  InvoiceEvent,
  RequestHolder,
} from './invoicing.js';
import type { MailEvent, OrganizationContact, SendMail } from './mail.js';
import type { RenderData, Rendered, UnstampedDocument } from './notifications.js';
import type { LiveDocuments } from './organization-deletion.js';
import type { InviteAnswered, InviteAsked, InvitedPerson } from './organization-invites.js';
import type { OnboardingLinkPrint } from './organization-onboarding.js';
import type { CertificateFacts } from './organization-certificates.js';
import type { CertificateKind, CertificateNoticeAsked } from './organization-expiry.js';
import type { LogoPrint } from './organization-look.js';
import type {
  DroppedCredentials,
  InstalledPacs,
  ManifestAsked,
  ManifestText,
  OrganizationPac,
  PacSettingsInput,
  PacsInForce,
} from './organization-pacs.js';
import type { LiveKeyOrder } from './organization-keys.js';
import type { RoleInput } from './organization-team.js';
import type {
  CustomizationInput,
  ReceiptSettingsInput,
  SelfInvoiceInput,
  SupportLinkPrint,
} from './organization-settings.js';
import type { DefaultSeries, FolioCounter, NextFolios, OrganizationFolios } from './organization-series.js';
import type { DescribedIssuer, GlobalsEvent } from './automatic-globals.js';
import type { KeyPrint } from './key-print.js';
import type { FoundUser, OrganizationEvent, OrganizationLegalInput, UserEvent } from './organizations.js';
import type { PastAsked, PastTold, StreamAsked, StreamTold } from './past.js';
import type { InvoicePreview } from './preview.js';
import type {
  PetitionAnswer,
  PetitionContext,
  PetitionEvent,
  PetitionListEvent,
  PetitionsLook,
} from './petitions.js';
import type { ProductEvent, ProductInput } from './products.js';
import type {
  InvoiceReceipts,
  PlannedReceiptInvoice,
  ReceiptClaimEvent,
  ReceiptInvoiceOutcome,
  ReceiptsAsked,
} from './receipt-claims.js';
import type { ReceiptsMark } from './receipts-mark.js';
import type { CreateRetention, RetentionContent, RetentionEvent, UnstampedRetention } from './retentions.js';
import type {
  CreateReceipts,
  ImportedFile,
  ImportPiece,
  ImportWithProblems,
  NewReceiptOutcome,
  OpenOfImport,
  ReceiptImport,
  ReceiptImportEvent,
} from './receipt-imports.js';
import type { CreateReceipt, ReceiptEvent, RefundReceipt } from './receipts.js';
import type { PortalAddress } from './receipt-doc.js';
import type {
  GoOnStamping,
  PacsReachable,
  SentTo,
  StampAsked,
  StampingEvent,
  SurplusNews,
  TaxpayerListed,
} from './stamping.js';
import type { SupplierCreation, SupplierEvent, SupplierInput, SupplierOnDocument } from './suppliers.js';
import type { SecurityContact, SecurityNotice } from './security-notices.js';
import type { DocumentsFile, FileImported, VerificationMaterial } from './reception.js';
import type {
  DailyDownloadSettings,
  DifferenceType,
  Download,
  DownloadAsked,
  DownloadDifference,
  DownloadEvent,
  DownloadSummary,
  KnownDocument,
} from './downloads.js';
import type {
  DownloadFiel,
  DownloadKind,
  SatAnswer,
  SatDownloadAsked,
  SatRequestStanding,
} from './sat-downloads.js';
import type { ListPart } from './list-part.js';
import type { StoredPieces } from './stored-pieces.js';
import type { SuppliedAsked, SuppliedDocument } from './sandbox-supplier.js';
import type { SealedUpload } from './uploads.js';
import type {
  AttemptDoc,
  AttemptsAsked,
  DisabledReason,
  ToldEvent,
  ToldEventsAsked,
  WebhookContent,
  WebhookHealth,
  WebhookInput,
  WebhooksEvent,
} from './webhooks.js';
import type { NoticedWebhook, WebhookNotice } from './webhook-notices.js';
import type { Command, Place } from './command.js';
import type { OwningLine } from './stream-owners.js';
import type { Detail, ErrorCode } from '#kernel';

/**
 * The catalogue of messages: every command with what it carries and what it is answered with, and every stream with
 * its events. Whatever crosses a service is typed from here: the bus, processes, projections, Kafka's topics.
 */

/** What waits for a test clock beside scheduled commands: when the next is due, in Test time, and how many are being done. */
export interface ClockFollowed {
  readonly next_at: string | null;
  readonly under_way: number;
}

/** What a command without parameters carries. */
type Nothing = Record<string, never>;

/** One type of command. */
export interface Message<Data, Answer = undefined> {
  readonly data: Data;
  readonly answer: Answer;
}

/**
 * What every service that owns streams answers: `invoicing.read-past`. Only programs of ours that follow its events ask it, of
 * all organizations at once. Its key is the partition (libs/eventing/src/lanes).
 */
type PastQuestions = { readonly [Line in OwningLine as `${Line}.read-past`]: Message<PastAsked, PastTold> };
export type PastQuestion = keyof PastQuestions;

/**
 * The same of one stream: `invoicing.read-stream`. Who asks compares the tenant of the events. Its key is the stream
 * (libs/eventing/src/streams).
 */
type StreamQuestions = {
  readonly [Line in OwningLine as `${Line}.read-stream`]: Message<StreamAsked, StreamTold>;
};
export type StreamQuestion = keyof StreamQuestions;

/** What every service answers alike, of the streams that it owns. */
export type OwnerQuestion = PastQuestion | StreamQuestion;

/** Commands by type, `line.command`: the line is the service's, and a topic of its own. */
export interface Commands extends PastQuestions, StreamQuestions {
  'organizations.create': Message<{ name: string; owner_id: string }>;
  'organizations.set-legal': Message<{ legal: OrganizationLegalInput }>;
  'organizations.set-customization': Message<{ customization: CustomizationInput }>;
  'organizations.set-receipts': Message<{ receipts: ReceiptSettingsInput }>;
  /**
   * `link`: of the support address, for the case that it has to be verified. Answered with whether the link is in force:
   * the sender mails its key then.
   */
  'organizations.set-self-invoice': Message<
    { self_invoice: SelfInvoiceInput; link?: SupportLinkPrint },
    { link: boolean }
  >;
  /** What the owner of a support address does by the link that was mailed to it, once. */
  'organizations.verify-support-email': Message<{ link_id: string }>;
  /** Reserved across all organizations before it is theirs. */
  'organizations.choose-domain': Message<{ domain: string }>;
  /** A host name as the DNS writes it, reserved across all organizations before it is theirs; null: none any more. */
  'organizations.set-custom-domain': Message<{ custom_domain: string | null }>;
  /** Whether somebody has a domain, or is about to. */
  'organizations.find-domain': Message<{ domain: string }, { taken: boolean }>;
  'organizations.add-series': Message<{ series: string }>;
  'organizations.remove-series': Message<{ series: string }>;
  /** Null: invoices of the type that name no series have none. */
  'organizations.set-default-series': Message<{ type: InvoiceType; series: string | null }>;
  'organizations.renew-test-key': Message<Nothing>;
  /** The sender creates the key and keeps it: only its print travels. */
  'organizations.add-live-key': Message<LiveKeyOrder>;
  'organizations.delete-live-key': Message<{ key_id: string }>;
  /** Of keys that work no more by themselves: what is gone already is no fault. */
  'organizations.end-live-key': Message<{ key_id: string; reason: 'expired' | 'unused' }>;
  /** Of all keys in force; answered with how many those were. Users' keys are not the organization's. */
  'organizations.revoke-keys': Message<Nothing, { revoked: number }>;
  /** Looks whether the owner has to hear that a certificate is about to end; of one that is no longer in use nobody does. */
  'organizations.notify-expiry': Message<{ kind: CertificateKind; serial_number: string }>;
  /** By its owner. `archived`: the owner says that it has the archives of all Live documents. */
  'organizations.delete': Message<{ archived: boolean }>;
  'organizations.restore': Message<Nothing>;
  /** When the week is over: after it nothing brings the organization back. Only the service's own process sends it. */
  'organizations.destroy': Message<Nothing>;
  /** The sender makes the link's key and shows it once. */
  'organizations.create-onboarding-link': Message<{ link: OnboardingLinkPrint }>;
  /** Again to the same address: the same invitation, renewed. The sender mails the link's key. */
  'organizations.invite': Message<{ invite: InviteAsked }>;
  'organizations.cancel-invite': Message<{ invite_id: string }>;
  /** By the user that it is for. */
  'organizations.answer-invite': Message<{ invite_id: string; accept: boolean }>;
  /**
   * By the link of its mail. With `person`, who has no user yet becomes one; without, that is refused (`required` at
   * full_name).
   */
  'organizations.answer-invite-link': Message<
    { invite_id: string; key_hash: string; accept: boolean; person?: InvitedPerson },
    InviteAnswered
  >;
  /** Its image lies in the content store already. */
  'organizations.set-logo': Message<{ logo: LogoPrint }>;
  /**
   * Takes a certificate into use that lies in the vault (`stamping.keep-certificate`). `stamped_live`: whether a document
   * was stamped in Live, after which a CSD of another RFC is refused. `onboarding_link`: the id of the link by which it was
   * uploaded, which is used up with it, or refuses it (`onboarding_link_unavailable`).
   */
  'organizations.set-certificate': Message<{
    kind: CertificateKind;
    facts: CertificateFacts;
    stamped_live: boolean;
    onboarding_link?: string;
  }>;
  'organizations.remove-certificate': Message<{ kind: CertificateKind }>;
  /**
   * What is absent stays. Credentials lie in the vault already (`stamping.keep-pacs`); `installed`: the PACs that the installation has
   * an account with. Answered with what is in force.
   */
  'organizations.set-pacs': Message<
    { pacs: PacSettingsInput; installed: readonly OrganizationPac[] },
    { pacs: PacsInForce }
  >;
  /** What is in force, also of an organization that is deleted and may come back; null for any other. */
  'organizations.read-pacs': Message<Nothing, PacsInForce | null>;
  /** Here and below, `by` is the user who asks: what they may is judged with the change itself. */
  'organizations.add-role': Message<{ role_id: string; role: RoleInput; by: string }>;
  'organizations.edit-role': Message<{ role_id: string; changes: RoleInput; by: string }>;
  'organizations.delete-role': Message<{ role_id: string; by: string }>;
  'organizations.set-member-role': Message<{ user_id: string; role: string; by: string }>;
  'organizations.remove-member': Message<{ user_id: string; by: string }>;
  /** `share`: the owner who asks stays one. Otherwise they are an administrator from then on. */
  'organizations.share-ownership': Message<{ user_id: string; share: boolean; by: string }>;
  'organizations.give-up-ownership': Message<{ user_id: string; by: string }>;
  /**
   * A user for each address: a taken one is a `conflict`, and whose it is is not said. Answered with the user's id, which is
   * another one than the command's key where somebody had begun before to make a user of the address.
   */
  'organizations.create-user': Message<
    { email: string; full_name: string; key: KeyPrint },
    { user_id: string }
  >;
  /** Who has an address; null: nobody. Its key is anything but the address, which is not for brokers to read. */
  'organizations.find-user': Message<{ email: string }, { user: FoundUser | null }>;
  /** `operator`: made for a user, who is not counted for it. */
  'organizations.add-user-key': Message<{ key: KeyPrint; operator?: true }>;
  'organizations.revoke-user-key': Message<{ key_id: string }>;
  /** All keys end, and this one is there instead. Only operators do it, and the next two. */
  'organizations.reset-user-keys': Message<{ key: KeyPrint }>;
  'organizations.suspend-user': Message<Nothing>;
  'organizations.resume-user': Message<Nothing>;

  /** Keyed by what makes two customers the same. With a link no field is required, and the register is not asked. */
  'customers.create': Message<
    { customer_id: string; customer: CustomerInput; edit_link?: EditLinkPrint },
    CustomerCreation
  >;
  /** What a create would make of it; nothing is stored. */
  'customers.check': Message<{ customer: CustomerInput }, CustomerCheck>;
  /** With a link: the one in force is revoked, and this one takes its place. */
  'customers.edit': Message<{ changes: CustomerInput; edit_link?: EditLinkPrint }>;
  /** What the customer itself sends by its link: saved whole and valid, once. */
  'customers.complete-edit-link': Message<{ link_id: string; changes: CustomerInput }>;
  /** A document was certified with these data of the customer. Sent by the process of invoices, in Live. */
  'customers.confirm': Message<{ receiver: CertifiedReceiver }>;
  'customers.delete': Message<Nothing>;
  /**
   * Who has some RFCs, where it is one customer: of two nobody can tell whose a document is, and a generic RFC is nobody's. `after`:
   * where a customer was written that the answer has to know of. Its key is any.
   */
  'customers.find-by-rfc': Message<
    { tax_ids: readonly string[]; after?: Place },
    { customers: readonly FoundCustomer[] }
  >;
  /** Keyed by what makes two suppliers the same. */
  'customers.create-supplier': Message<{ supplier_id: string; supplier: SupplierInput }, SupplierCreation>;
  'customers.edit-supplier': Message<{ changes: SupplierInput }>;
  'customers.delete-supplier': Message<Nothing>;
  /**
   * The suppliers of received documents, by RFC: those that are there, or new ones. Answered in the order asked for, with
   * where the new ones are written. Its key is any: two that ask at once for one RFC get the same supplier.
   */
  'customers.ensure-suppliers': Message<
    { suppliers: readonly SupplierOnDocument[] },
    { ids: readonly string[]; created: readonly Place[] }
  >;

  'products.create': Message<{ product: ProductInput }>;
  'products.edit': Message<{ changes: ProductInput }>;
  'products.delete': Message<Nothing>;

  'invoicing.create': Message<CreateInvoice, InvoiceAsked | undefined>;
  /** `base`, here and below: the revision of the draft that the request was made for. One that is older is refused. */
  'invoicing.edit-draft': Message<{
    changes: Partial<InvoiceContent>;
    issuer: IssuerSnapshot;
    base?: number;
  }>;
  'invoicing.delete-draft': Message<{ base?: number }>;
  /**
   * `customer`: the draft's, as it is now. `default_series`: for a draft that names no series. `later`: whether it is
   * answered before its stamp.
   */
  'invoicing.stamp-draft': Message<
    {
      issuer: IssuerSnapshot;
      customer?: CustomerSnapshot;
      base?: number;
      default_series?: DefaultSeries;
      later?: boolean;
    },
    InvoiceAsked | undefined
  >;
  'invoicing.copy': Message<{ source: string; issuer: IssuerSnapshot }>;
  'invoicing.record-stamp': Message<{ number: number; stamp: InvoiceStamp } & SentTo>;
  'invoicing.record-refusal': Message<{ number: number; code: ErrorCode; details: readonly Detail[] }>;
  'invoicing.record-delay': Message<{ number: number; reason: string } & SentTo>;
  'invoicing.record-failure': Message<{ number: number; reason: string }>;
  'invoicing.record-surplus-stamp': Message<SurplusNews>;
  'invoicing.record-payment': Message<{ payment: string; amount: string; replaces?: readonly string[] }>;
  'invoicing.revert-payment': Message<{ payment: string }>;
  'invoicing.cancel': Message<
    { motive: CancelMotive; substitution: string | null; substitution_invoice?: string },
    InvoiceAsked | undefined
  >;
  'invoicing.record-cancellation': Message<CancellationAnswer>;
  /** Queries provider and tax authority for the state of the invoice, and records changes. */
  'invoicing.refresh': Message<Nothing>;
  /** What an invoice would be; stores nothing and reserves nothing. */
  'invoicing.preview': Message<{ content: InvoiceContent; issuer: IssuerSnapshot }, InvoicePreview>;
  /** An invoice has receipts that were another's, which was canceled in its favour. */
  'invoicing.hold-receipts': Message<{ receipts: ReceiptsMark }, ReceiptInvoiceOutcome | null>;
  /** What happened to an invoice; changes nothing. */
  'invoicing.history': Message<HistoryPage, InvoiceHistory>;
  /** Who has an idempotency key; its key is the idempotency key. */
  'invoicing.find-request': Message<{ idempotency_key: string }, RequestHolder | null>;
  /** The next folios of organizations, in both environments: of their receipts, and of each of these series. */
  'invoicing.read-folios': Message<
    { organizations: readonly string[]; series: readonly string[] },
    { folios: readonly OrganizationFolios[] }
  >;
  /**
   * Sets the next folio of a counter, in one environment or both: all that is asked or, with too_small at `live` or
   * `test`, nothing. Answered with what is next then. `only_check`: nothing is set, only refused.
   */
  'invoicing.set-folios': Message<
    { counter: FolioCounter; next: Partial<NextFolios>; only_check?: true },
    NextFolios
  >;
  /** What an invoice without a stamp says, in decimal text: what its PDF is made of. */
  'invoicing.unstamped': Message<Nothing, UnstampedDocument>;
  /**
   * 1 to 100 documents of one tenant that were issued elsewhere; answered with an outcome for each, in their order. Its key is any:
   * what a document meets is decided in its own stream, whose id follows from tenant and UUID. The receipt says where the document
   * stands if it is one.
   */
  'invoicing.import': Message<
    { documents: readonly ImportedInvoice[] },
    { outcomes: readonly ImportOutcome[] }
  >;
  /**
   * A customer has an RFC since it was written at a revision: what the organization issued to that RFC elsewhere is of this customer,
   * if no other has it. Its key is the customer.
   */
  'invoicing.recognize-customer': Message<{ tax_id: string; revision: number }>;
  /** How the tax authority has an imported document now; written down where it is news. */
  'invoicing.record-sat-status': Message<{ sat: SatStanding }>;
  /**
   * Brings balances in line with a document that was issued elsewhere, or pays one: of a payment, those of what it pays by UUID;
   * of another, its own. `pays`: what an invoice of ours pays beside invoices of ours. Its key is the document.
   */
  'invoicing.match-payments': Message<{ pays?: readonly PaidDocument[] }>;

  'invoicing.create-retention': Message<CreateRetention, InvoiceAsked | undefined>;
  /** `base`, as of an invoice. */
  'invoicing.edit-retention': Message<{
    changes: Partial<RetentionContent>;
    issuer: IssuerSnapshot;
    base?: number;
  }>;
  'invoicing.delete-retention': Message<{ base?: number }>;
  'invoicing.stamp-retention': Message<
    { issuer: IssuerSnapshot; customer?: CustomerSnapshot; base?: number },
    InvoiceAsked | undefined
  >;
  'invoicing.copy-retention': Message<{ source: string; issuer: IssuerSnapshot }>;
  'invoicing.record-retention-stamp': Message<{ number: number; stamp: InvoiceStamp } & SentTo>;
  'invoicing.record-retention-refusal': Message<{
    number: number;
    code: ErrorCode;
    details: readonly Detail[];
  }>;
  'invoicing.record-retention-delay': Message<{ number: number; reason: string } & SentTo>;
  'invoicing.record-retention-failure': Message<{ number: number; reason: string }>;
  'invoicing.cancel-retention': Message<
    { motive: CancelMotive; substitution: string | null },
    InvoiceAsked | undefined
  >;
  'invoicing.record-retention-surplus-stamp': Message<SurplusNews>;
  'invoicing.record-retention-cancellation': Message<CancellationAnswer>;
  /** Queries provider and tax authority for the state of the retention, and records changes. */
  'invoicing.refresh-retention': Message<Nothing>;
  /** What happened to a retention; changes nothing. */
  'invoicing.retention-history': Message<HistoryPage, RetentionHistory>;
  /** Who has an idempotency key of retentions; its key is the idempotency key. */
  'invoicing.find-retention-request': Message<{ idempotency_key: string }, RequestHolder | null>;
  /** What a retention without a stamp says, in decimal text: what its PDF is made of. */
  'invoicing.unstamped-retention': Message<Nothing, UnstampedRetention>;

  /** The document to be sealed and stamped; or to go on with the one that is. */
  'stamping.stamp': Message<StampAsked | GoOnStamping>;
  /** An operator, told the risk, has a document in doubt sent to another provider, by name. Its key is that of the stamping. */
  'stamping.force': Message<{ to: string }>;
  /** What has become of the cancellation of a surplus stamp; `pending` as often as it is looked at. */
  'stamping.settle-surplus': Message<{ uuid: string; outcome: 'canceled' | 'pending' | 'refused' }>;
  /**
   * What a new document of the command's tenant would meet at its PACs: asked before a folio is used. Nothing is said to them.
   * Its key is the organization.
   */
  'stamping.reachable': Message<Nothing, PacsReachable>;
  /** What the PACs of the command's tenant say of an RFC, within some seconds. Its key is any: nothing is to wait for it. */
  'stamping.taxpayer': Message<{ rfc: string }, TaxpayerListed>;
  /** Of a destroyed organization, its key: what it signs with never opens again. */
  'stamping.destroy-keys': Message<Nothing>;
  /** Opens an uploaded certificate, judges it and stores it, sealed. It signs nothing until the organization uses it. */
  'stamping.keep-certificate': Message<
    { kind: CertificateKind; upload: SealedUpload },
    { facts: CertificateFacts }
  >;
  /** From now on a CSD signs what an organization says under its RFC. Its key is the organization, as below. */
  'stamping.use-certificate': Message<{ serial_number: string }>;
  /**
   * Destroys a certificate with its key, unless it was uploaded again since `before`, the instant it went out of use.
   */
  'stamping.forget-certificate': Message<{
    kind: CertificateKind;
    serial_number: string;
    before: string;
    reason: 'replaced' | 'removed';
  }>;
  /**
   * Opens credentials of PACs (`PacSecrets`, sealed as pac-credentials) and stores them under an id of the sender's. Nobody uses
   * them until the organization names the id; those that it never names are destroyed after a day.
   */
  'stamping.keep-pacs': Message<{ id: string; upload: SealedUpload }>;
  /** Whom the installation itself has an account with. */
  'stamping.installed-pacs': Message<Nothing, InstalledPacs>;
  /** From now on these are in force, unless later ones are: by their `number`. */
  'stamping.use-pacs': Message<{ pacs: PacsInForce }>;
  /**
   * Signs a manifest at its PAC: with the FIEL of `upload` (a `CertificateUpload`, sealed as manifest), or with the one that the
   * organization keeps. It leaves no event, and signing once more does no harm. Answered with the number of the FIEL.
   */
  'stamping.sign-manifest': Message<ManifestAsked & { upload: SealedUpload | null }, { certificate: string }>;
  /** What a manifest says, before it is signed; no texts where the PAC shows none. `files`: the FIEL's files go to the PAC. */
  'stamping.read-manifest': Message<ManifestAsked, { texts: readonly ManifestText[]; files: boolean }>;
  /**
   * What documents of others are verified by, in the command's environment: trusted authorities, and certificates of PACs by their
   * numbers (MOST_STAMP_CERTIFICATES at most). Its key is any.
   */
  'stamping.verification-material': Message<{ numbers: readonly string[] }, VerificationMaterial>;
  /** Whether the SAT can be asked for documents of an RFC in bulk. Its key, and those of the next three, is any: nothing is to wait. */
  'stamping.download-fiel': Message<{ rfc: string }, { fiel: DownloadFiel }>;
  /**
   * Asks the SAT for the documents of a period. `name`: of the question, the same when it is asked again. It is never asked twice in
   * the same words: a question that got lost begins a second earlier the next time.
   */
  'stamping.request-download': Message<{ name: string; asked: SatDownloadAsked }, SatAnswer<{ id: string }>>;
  /** How far a request is. */
  'stamping.verify-download': Message<
    { id: string; asked: SatDownloadAsked },
    SatAnswer<{ standing: SatRequestStanding }>
  >;
  /** Fetches a package, which the SAT hands out twice and no more, into the content store: known there by `store`, it expires in days. */
  'stamping.fetch-package': Message<
    { package: string; asked: SatDownloadAsked; store: string },
    SatAnswer<{ stored: StoredPieces }>
  >;
  /** Has the sandbox's suppliers issue documents to the organization, in Test alone. Its key is any. The command again issues nothing more. */
  'stamping.supply': Message<{ asked: SuppliedAsked }, { documents: readonly SuppliedDocument[] }>;
  /** A supplier asks to cancel one of them: `pending` where the organization is asked. */
  'stamping.cancel-supplied': Message<{ uuid: string }, { status: 'pending' | 'canceled' }>;
  /** Destroys credentials that are out of use, or that the organization has refused to name. */
  'stamping.forget-pacs': Message<{ dropped: readonly DroppedCredentials[] }>;

  'cancellation.request': Message<{
    number: number;
    document: FiscalDocument;
    motive: CancelMotive;
    substitution: string | null;
  }>;
  /** Takes up a request that has no outcome yet. */
  'cancellation.follow': Message<{ number: number }>;
  /**
   * Queries the tax authority for the state of a document; `document` for one whose cancellation was not requested
   * here.
   */
  'cancellation.check': Message<{ document: FiscalDocument }, CancellationAnswer>;
  /**
   * Asks the tax authority how documents stand, those of others too; records nothing. Its key is any. 1 to MAX_STANDINGS, answered in
   * their order within 20 s; what could not be learned in that time has the status null.
   */
  'cancellation.query-status': Message<
    { documents: readonly FiscalDocument[] },
    { standings: readonly SatStanding[] }
  >;

  /**
   * Asks a PAC which petitions wait for the organization, and takes note of what is new. `after`: the look that planned this one (its
   * `at`), after which another one may have come; null: somebody asks, and waits. Its key is `petitionListId`.
   */
  'cancellation.look-for-petitions': Message<{ after: string | null }, PetitionsLook>;
  /** Answers a petition (its key is `petitionId`), once: again with the same answer it says how that stands. */
  'cancellation.answer-petition': Message<{ answer: PetitionAnswer }>;
  /** Takes up an answer that has no outcome yet. */
  'cancellation.follow-answer': Message<{ number: number; attempt: number }>;

  'notifications.render': Message<RenderData, Rendered>;
  /**
   * Its key is the mail's own new id. It is answered once the mail is durable; `mailsReadModel` tells what becomes of
   * it. Send it straight from a request (see Mailer in the gateway): a process manager's commands lie in the database,
   * where secret links don't belong.
   */
  'notifications.send-mail': Message<SendMail>;
  /** Its key is the mail's own id, which follows from what it is about: sent again, it is the same mail. */
  'notifications.send-certificate-notice': Message<CertificateNoticeAsked>;
  /** The same, of an organization or a user. */
  'notifications.send-security-notice': Message<SecurityNotice>;
  /** An endpoint of webhooks fails, or was disabled: the mail goes to the owners. */
  'notifications.send-webhook-notice': Message<WebhookNotice>;
  /** A try to hand a mail over, by number; only the service's own process sends it. */
  'notifications.deliver-mail': Message<{ attempt: number }>;
  /** Again without effect while the archive is good; refused with zip_request_no_invoices where nothing fits. */
  'notifications.request-archive': Message<ArchiveAsked>;
  /** One piece after the other, and the end of its life: sent by the service's own process. */
  'notifications.add-archive-part': Message<{ number: number; part: number }>;
  'notifications.expire-archive': Message<{ number: number }>;

  /**
   * Commands on endpoints are keyed by {@link webhooksKey}. Answered with the endpoint that has the URL: the one that was
   * there, where `created` is false.
   */
  'webhooks.create': Message<WebhookInput, { webhook_id: string; created: boolean }>;
  'webhooks.edit': Message<{
    webhook_id: string;
    changes: Partial<WebhookContent>;
    status?: 'enabled' | 'disabled';
  }>;
  'webhooks.delete': Message<{ webhook_id: string }>;
  /** The new secret lies in the vault already. */
  'webhooks.rotate-secret': Message<{ webhook_id: string; secret_key: string }>;
  /** By the deliveries: an endpoint that answered 410, or has failed for too long. One that is gone already is no fault. */
  'webhooks.disable': Message<{ webhook_id: string; reason: Exclude<DisabledReason, 'request'> }>;
  /** By the deliveries: people are told that an endpoint fails. */
  'webhooks.note-failing': Message<{ webhook_id: string; since: string; disabled_at: string }>;
  /** Sends a `webhook.ping` to one endpoint, enabled or not; answered with the event's id. */
  'webhooks.ping': Message<{ webhook_id: string }, { event_id: string }>;
  /** In Test: a sample event of a type; answered with its id. */
  'webhooks.trigger': Message<{ event_type: string }, { event_id: string }>;

  /** Told events of the command's own organization and environment; changes nothing. `count`: at most 3001 of the matches. */
  'webhooks.list-events': Message<ToldEventsAsked, { events: readonly ToldEvent[]; count: number }>;
  'webhooks.find-event': Message<{ event_id: string }, { event: ToldEvent | null }>;
  /** What came after an event, oldest first: for who listens. `after` null: what comes from now on, after `last`. */
  'webhooks.next-events': Message<
    { after: string | null; limit: number },
    { events: readonly ToldEvent[]; last: string }
  >;
  /** Attempts of an endpoint, newest first; changes nothing. `count`: at most 3001 of the matches, where a list begins. */
  'webhooks.list-attempts': Message<AttemptsAsked, { attempts: readonly AttemptDoc[]; count: number }>;
  'webhooks.find-attempt': Message<
    { webhook_id: string; attempt_id: string },
    { attempt: AttemptDoc | null }
  >;
  /** For a mail about an endpoint; null: it is gone. */
  'webhooks.describe': Message<{ webhook_id: string }, NoticedWebhook | null>;
  'webhooks.read-health': Message<{ webhook_id: string }, WebhookHealth>;
  /** Delivers the event of an attempt once more, by hand; answered with the new attempt, or null where there is no such attempt. */
  'webhooks.redeliver': Message<{ webhook_id: string; attempt_id: string }, { attempt: AttemptDoc | null }>;
  /** What the endpoint wants and was never delivered since an instant; answered with how many events. */
  'webhooks.resend-failed': Message<{ webhook_id: string; since: string }, { events: number }>;
  /** All events that the endpoint wants from an instant on and before another, delivered or not. */
  'webhooks.replay': Message<{ webhook_id: string; from: string; to: string }, { events: number }>;
  /**
   * An organization's test clock moved: retries that it has passed are due. `offset_ms`: what it is ahead of real time.
   * Answered with what is next by that clock, and how many deliveries are under way.
   */
  'webhooks.follow-clock': Message<{ offset_ms: number }, ClockFollowed>;

  'receipts.create': Message<CreateReceipt>;
  /** Makes many at once, each for itself; its key is no receipt's. Answered in their order. */
  'receipts.create-many': Message<CreateReceipts, { outcomes: readonly NewReceiptOutcome[] }>;
  /** The name of a batch that came with an Idempotency-Key, which is the command's key: the same for the same request. */
  'receipts.claim-batch': Message<{ request: string; batch: string }, { batch: string; replayed: boolean }>;
  /** Keeps a piece of a file that is arriving; its key is the name of the upload. */
  'receipts.keep-piece': Message<{ piece: ImportPiece }>;
  /** Nobody will begin an import of what has arrived; its key is the name of the upload. */
  'receipts.drop-pieces': Message<Nothing>;
  /** All pieces have arrived; its key, and that of the next two, is the import: the same for the same file. */
  'receipts.begin-import': Message<ImportedFile, ReceiptImport>;
  /** Makes the receipts of a piece: sent by the service's own process. */
  'receipts.import-piece': Message<{ piece: number }>;
  /** An import with a page (from 1) of its wrong lines; null for one that is not there. */
  'receipts.read-import': Message<{ page: number }, ImportWithProblems | null>;
  /** Its receipts that are open. */
  'receipts.open-of-import': Message<Nothing, OpenOfImport | null>;
  /** The tenant's imports, newest first; its key is the organization. `count`: at most 3001, where a list begins; else 0. */
  'receipts.list-imports': Message<ListPart, { imports: readonly ReceiptImport[]; count: number }>;
  /** Who has an idempotency key; its key is the idempotency key. */
  'receipts.find-request': Message<{ idempotency_key: string }, RequestHolder | null>;
  'receipts.assign-customer': Message<{ customer: CustomerSnapshot }>;
  'receipts.cancel': Message<Nothing>;
  /**
   * Gives back some of a sale: of an open receipt at once; of an invoiced one by a credit note of this id, whose stamp the
   * caller waits for where the answer has its number.
   */
  'receipts.refund': Message<RefundReceipt, { credit_note: { id: string; number: number } | null }>;
  /** Goes on with a refund whose credit note is being made: sent by the service's own process, in case somebody died. */
  'receipts.continue-refund': Message<{ refund_id: string }>;
  /** What became of a refund's credit note; its key is the receipt. */
  'receipts.settle-refund': Message<{ credit_note: string; outcome: ReceiptInvoiceOutcome }>;
  /** Its key, and those of the next two, is the invoice's new id: claims the receipts, and has the invoice made. */
  'receipts.invoice': Message<InvoiceReceipts, ReceiptsAsked>;
  /** Goes on with an invoice whose receipts are claimed: sent by the service's own process, in case somebody died. */
  'receipts.issue': Message<Nothing>;
  /** What became of the invoice. */
  'receipts.settle': Message<{ outcome: ReceiptInvoiceOutcome }>;
  /** What the invoice would be; claims nothing. */
  'receipts.plan': Message<InvoiceReceipts, PlannedReceiptInvoice>;
  /**
   * An organization has set whether its receipts are invoiced automatically, or when: in one environment. Its key, and those
   * of the next two, is the stream of its automatic global invoices.
   */
  'receipts.follow-settings': Message<{ livemode: boolean; revision: number }>;
  /** Tells of the period that ends at `until`, the day before. */
  'receipts.announce-period': Message<{ until: string }>;
  /** Invoices what is still open of the period that has ended at `until`: one invoice at a time. */
  'receipts.close-period': Message<{ until: string }>;
  /** The next folios of receipts, in both environments; and sets them, as `invoicing.set-folios` does. */
  'receipts.read-folios': Message<
    { organizations: readonly string[] },
    { folios: readonly { organization: string; next: NextFolios }[] }
  >;
  'receipts.set-folios': Message<{ next: Partial<NextFolios>; only_check?: true }, NextFolios>;

  /**
   * Parses, verifies and imports a file of documents. Refused as a whole only where the file itself is none (a broken ZIP, too
   * large, gone); otherwise each document has its outcome. Its key is any; sent again, what was imported is a duplicate.
   */
  'reception.import': Message<DocumentsFile, FileImported>;
  /**
   * The address for mails of the command's tenant; its key, and that of the next one, is the organization. Null where it has
   * none yet; `make`: then it gets one.
   */
  'reception.inbound-address': Message<{ make: boolean }, InboundAddress | null>;
  /** Gives it another one: mails to the one before are nobody's. */
  'reception.renew-inbound-address': Message<Nothing, InboundAddress>;
  /** A mail has arrived, and lies in the content store. Its key, and that of the next one, is the mail: the same for the same mail. */
  'reception.take-mail': Message<InboundMailArrived>;
  /** Imports what is in it: sent by the service's own process. */
  'reception.process-mail': Message<Nothing>;
  /** An organization's test clock moved, as of `webhooks.follow-clock`: documents are looked at that are due by it. */
  'reception.follow-clock': Message<{ offset_ms: number }, ClockFollowed>;
  /** Begins a bulk download; its key, and those of the next four, is the download: the same for the same request. */
  'reception.begin-download': Message<{ asked: DownloadAsked }, Download>;
  /** Goes one step on with a part of it; null: with the next one that waits. Sent by the service's own process. */
  'reception.step-download': Message<{ part: string | null }>;
  /** Compares metadata that has come with what is here. Sent by the service's own process. */
  'reception.reconcile-download': Message<Nothing>;
  /**
   * Nothing more is asked for; what was imported stays. Its key, and that of what is read of one, is any: a step that imports a large package
   * has the download's for minutes, and who asks does not wait for it.
   */
  'reception.stop-download': Message<{ download: string }, Download>;
  'reception.read-download': Message<{ download: string }, Download | null>;
  /** What an organization has downloaded daily, in Live. Its key, and that of the next one, is the organization. */
  'reception.set-daily-downloads': Message<DailyDownloadSettings, DailyDownloadSettings>;
  'reception.read-daily-downloads': Message<Nothing, DailyDownloadSettings>;
  /** The tenant's downloads, newest first; its key is the organization. `count`: at most 3001, where a list begins; else 0. */
  'reception.list-downloads': Message<ListPart, { downloads: readonly DownloadSummary[]; count: number }>;
  /** A page (from 1) of what the SAT and this service differ on; null for a download that is not there. */
  'reception.download-differences': Message<
    { download: string; page: number; limit: number; types: readonly DifferenceType[] },
    { differences: readonly DownloadDifference[]; total: number } | null
  >;

  /** As whom an organization issues what nobody asks for: once its row is at the revision, in the command's environment. */
  'gateway.describe-issuer': Message<{ revision: number | null }, DescribedIssuer | null>;
  /** The command's own organization, and which of these UUIDs it has received; null for one that is not there. */
  'gateway.petition-context': Message<{ uuids: readonly string[] }, PetitionContext | null>;
  /** How many Live documents an organization has, and which of them are in no complete archive. */
  'gateway.live-documents': Message<Nothing, LiveDocuments>;
  /**
   * Invoices of the command's tenant by UUID, at most 1,000 at a time; those that are not there are left out. Its key is a document: the
   * list is read once it shows that one, and what was stamped before.
   */
  'gateway.find-invoices': Message<{ uuids: readonly string[] }, { invoices: readonly FoundInvoice[] }>;
  /** Which stamped invoices belong to an archive: a question to the owner of the list of invoices. */
  'gateway.count-documents': Message<ArchiveAsked, { count: number }>;
  /** The next of them after a place, oldest first. */
  'gateway.list-documents': Message<
    { asked: ArchiveAsked; after: ArchivePlace | null; limit: number },
    { documents: readonly ArchivedDocument[] }
  >;
  /** Which of these UUIDs (at most 1,000) the tenant has stamped or imported. */
  'gateway.match-documents': Message<{ uuids: readonly string[] }, { documents: readonly KnownDocument[] }>;
  /** What the tenant issued or received between two instants, stamped, after a place, oldest first. */
  'gateway.known-documents': Message<
    { kind: DownloadKind; from: string; until: string; after: ArchivePlace | null; limit: number },
    { documents: readonly KnownDocument[]; next: ArchivePlace | null }
  >;
  /** The command's own organization, and whom a mail to it goes to; null for one that is not there. */
  'gateway.describe-organization': Message<Nothing, OrganizationContact | null>;
  /** Where customers of the command's own organization find its portal; null for one that is not there. */
  'gateway.describe-portal': Message<Nothing, PortalAddress | null>;
  /** Of the command's own organization, or user; null for one that is not there. */
  'gateway.describe-notice': Message<SecurityNotice, SecurityContact | null>;
}

/** The events of each kind of stream, by the prefix of its name. */
export interface Streams {
  'organization-': OrganizationEvent;
  'user-': UserEvent;
  'customer-': CustomerEvent;
  'product-': ProductEvent;
  'supplier-': SupplierEvent;
  'invoice-': InvoiceEvent;
  'retention-': RetentionEvent;
  'stamping-': StampingEvent;
  'cancellation-': CancellationEvent;
  'petition-': PetitionEvent;
  'petitions-': PetitionListEvent;
  'mail-': MailEvent;
  'archive-': ArchiveEvent;
  'webhooks-': WebhooksEvent;
  'receipt-': ReceiptEvent;
  'claim-': ReceiptClaimEvent;
  'globals-': GlobalsEvent;
  'import-': ReceiptImportEvent;
  'download-': DownloadEvent;
  'inbound-mail-': InboundMailEvent;
}

/** What a bus may carry: this catalogue, or one of a test's own. */
export type Catalogue<Types> = { readonly [Type in keyof Types]: Message<unknown, unknown> };

/** Commands of any type, with anything: for tests of what carries them. */
export type AnyCommands = Readonly<Record<string, Message<unknown, unknown>>>;

export type CommandType<Types extends Catalogue<Types> = Commands> = keyof Types & string;
export type DataOf<
  Type extends CommandType<Types>,
  Types extends Catalogue<Types> = Commands,
> = Types[Type]['data'];
export type AnswerOf<
  Type extends CommandType<Types>,
  Types extends Catalogue<Types> = Commands,
> = Types[Type]['answer'];
/** A command with its envelope; of several types, one of each: its type tells what it carries. */
export type CommandOf<Type extends CommandType<Types>, Types extends Catalogue<Types> = Commands> =
  Type extends CommandType<Types> ? Command<Type, DataOf<Type, Types>> : never;

/** The first part of a command's type: the service that handles it, and the last part of its Kafka topic. */
export type CommandLine = CommandType extends `${infer Line}.${string}` ? Line : never;
export type CommandTypeOn<Line extends CommandLine> = Extract<CommandType, `${Line}.${string}`>;

export type StreamPrefix = keyof Streams;
export type EventOf<Prefix extends StreamPrefix> = Streams[Prefix];

type HoldingExactly<Event> = {
  [Prefix in StreamPrefix]: [Event, Streams[Prefix]] extends [Streams[Prefix], Event] ? Prefix : never;
}[StreamPrefix];

/** The streams that hold just these events; any, for events that are not of this catalogue (those of a test). */
export type PrefixOf<Event> = [HoldingExactly<Event>] extends [never] ? string : HoldingExactly<Event>;

type FieldOf<Shape> = Shape extends unknown ? keyof Shape : never;

/**
 * What is given, without a field that the message does not have: TypeScript looks for those in fresh literals only, so
 * that a spread or a variable would carry a misspelt optional field unseen.
 */
export type Exactly<Shape, Given extends Shape> = Given & {
  readonly [Name in Exclude<keyof Given, FieldOf<Shape>>]: never;
};
