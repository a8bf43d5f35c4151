import { authErrors } from './auth.js';
import { cancellationErrors } from './cancellation.js';
import { petitionErrors } from './petition.js';
import { catalogErrors, productErrors } from './catalog.js';
import { commonErrors } from './common.js';
import { downloadErrors } from './download.js';
import { customerErrors } from './customer.js';
import { deliveryErrors, draftErrors, invoiceErrors } from './invoice.js';
import { invoiceImportErrors } from './invoice-import.js';
import { inviteErrors, organizationAccessErrors } from './organization-access.js';
import { organizationErrors, seriesErrors, webhookErrors } from './organization.js';
import { organizationSettingsErrors } from './organization-settings.js';
import { receiptErrors } from './receipt.js';
import { requestErrors } from './request.js';
import { retentionErrors } from './retention.js';
import { stampingErrors } from './stamping.js';
import { taxIdValidationErrors, taxInfoErrors } from './tax-info.js';

export { subcodeTable, type Subcode } from './subcodes.js';
export { dottedIfPath, dottedPath } from './paths.js';
export { placeholdersOf, renderMessage, typesInWords, type Language } from './render.js';
export type { ErrorEntry } from './entry.js';

/** Every root code of the API: its HTTP status and its default message in Spanish and English. */
export const errorTable = {
  ...commonErrors,
  ...authErrors,
  ...requestErrors,
  ...taxInfoErrors,
  ...customerErrors,
  ...productErrors,
  ...catalogErrors,
  ...invoiceErrors,
  ...draftErrors,
  ...invoiceImportErrors,
  ...stampingErrors,
  ...deliveryErrors,
  ...cancellationErrors,
  ...petitionErrors,
  ...receiptErrors,
  ...downloadErrors,
  ...retentionErrors,
  ...organizationErrors,
  ...organizationSettingsErrors,
  ...inviteErrors,
  ...organizationAccessErrors,
  ...seriesErrors,
  ...webhookErrors,
  ...taxIdValidationErrors,
} as const;

/** A root code. A refusal can carry no other: the union is strict. */
export type ErrorCode = keyof typeof errorTable;

/**
 * The HTTP status of a root code. A `*_not_found` of the address is 404; the same code found through
 * a field of the body is 400, since the resource of the address exists.
 */
export function statusOf(code: ErrorCode, location?: string): number {
  const { status } = errorTable[code];
  return status === 404 && location === 'body' ? 400 : status;
}
