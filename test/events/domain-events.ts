import type {
  ArchiveEvent,
  CancellationEvent,
  CustomerEvent,
  DownloadEvent,
  GlobalsEvent,
  InboundMailEvent,
  InvoiceEvent,
  MailEvent,
  OrganizationEvent,
  PetitionEvent,
  PetitionListEvent,
  ProductEvent,
  ReceiptClaimEvent,
  ReceiptEvent,
  ReceiptImportEvent,
  RetentionEvent,
  StampingEvent,
  SupplierEvent,
  UserEvent,
  WebhooksEvent,
} from '#contracts';

/** The domain events of every kind of stream, as they are written today. */
export interface DomainEvents {
  readonly invoice: InvoiceEvent;
  readonly customer: CustomerEvent;
  readonly product: ProductEvent;
  readonly supplier: SupplierEvent;
  readonly organization: OrganizationEvent;
  readonly user: UserEvent;
  readonly stamping: StampingEvent;
  readonly cancellation: CancellationEvent;
  readonly petition: PetitionEvent;
  readonly petitions: PetitionListEvent;
  readonly mail: MailEvent;
  readonly archive: ArchiveEvent;
  readonly webhooks: WebhooksEvent;
  readonly receipt: ReceiptEvent;
  readonly claim: ReceiptClaimEvent;
  readonly import: ReceiptImportEvent;
  readonly 'inbound-mail': InboundMailEvent;
  readonly retention: RetentionEvent;
  readonly globals: GlobalsEvent;
  readonly download: DownloadEvent;
}
