import type { ErrorCode, Subcode } from '#kernel';
import { access } from './access.js';
import { cancellations } from './cancellations.js';
import { details } from './details.js';
import { invoices } from './invoices.js';
import { receipts } from './receipts.js';
import { records } from './records.js';
import { requests } from './requests.js';
import { reserved } from './reserved.js';
import { retentions } from './retentions.js';
import { settings } from './settings.js';

/** The sections of the guide of errors, in the order of a newcomer's troubles. */
export const chapters = {
  'Details: `errors[].code`': details,
  Requests: requests,
  'Customers, products and catalogues': records,
  'Invoices, stamps and payments': invoices,
  Cancellations: cancellations,
  Receipts: receipts,
  Retentions: retentions,
  'Keys, people and roles': access,
  'Organization and webhooks': settings,
  Reserved: reserved,
} as const;

/** What to do about each code. The compiler says which one of the table of errors is missing. */
export const advice: Readonly<Record<ErrorCode | Subcode, string>> = {
  ...{ ...details, ...requests, ...records, ...invoices, ...cancellations },
  ...{ ...receipts, ...retentions, ...access, ...settings, ...reserved },
};
