import type { CustomerDoc, InvoiceDoc, OrganizationDoc, ProductDoc } from '#contracts';

/** Answers, back from the JSON text that read models have of them: their projections write what these types say. */
export const parseInvoiceDoc = (text: string): InvoiceDoc => JSON.parse(text) as InvoiceDoc;
export const parseCustomerDoc = (text: string): CustomerDoc => JSON.parse(text) as CustomerDoc;
export const parseProductDoc = (text: string): ProductDoc => JSON.parse(text) as ProductDoc;
export const parseOrganizationDoc = (text: string): OrganizationDoc => JSON.parse(text) as OrganizationDoc;
