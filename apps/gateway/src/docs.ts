import type {
  CustomerDoc,
  InvoiceDoc,
  OrganizationDoc,
  ProductDoc,
  ReceiptDoc,
  RetentionDoc,
  Webhook,
} from '#contracts';

/** Answers, back from the JSON text that read models have of them: their projections write what these types say. */
export const parseInvoiceDoc = (text: string): InvoiceDoc => JSON.parse(text) as InvoiceDoc;
export const parseCustomerDoc = (text: string): CustomerDoc => JSON.parse(text) as CustomerDoc;
export const parseProductDoc = (text: string): ProductDoc => JSON.parse(text) as ProductDoc;
export const parseReceiptDoc = (text: string): ReceiptDoc => JSON.parse(text) as ReceiptDoc;
export const parseRetentionDoc = (text: string): RetentionDoc => JSON.parse(text) as RetentionDoc;
export const parseOrganizationDoc = (text: string): OrganizationDoc => JSON.parse(text) as OrganizationDoc;

/** The endpoints of an organization in an environment, as their row has them. */
export const parseWebhooks = (text: string): readonly Webhook[] => JSON.parse(text) as readonly Webhook[];

/** The headers of an endpoint with their values, as the vault has them and as requests send them once they are checked. */
export const parseHeaders = (value: unknown): Readonly<Record<string, string>> =>
  value as Readonly<Record<string, string>>;
