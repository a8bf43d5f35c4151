import type { Amount } from './format.js';
import type { LabelLookup, PdfAddress, PdfCustomer, PdfOrganization, PdfParty, PdfTax } from './model.js';

/** A line of a receipt. */
export interface PdfReceiptItem {
  readonly quantity: Amount;
  readonly unit?: string | null;
  readonly description: string;
  readonly sku?: string | null;
  /** Of one unit, with or without taxes as `taxes_included` of the receipt says. */
  readonly price: Amount;
  /** Of the whole line, in the terms of the price. */
  readonly discount: Amount;
  /** Price by quantity, before the discount. */
  readonly amount: Amount;
}

/** Something that was given back. */
export interface PdfRefund {
  readonly date: string;
  readonly total: Amount;
  readonly reason: string | null;
  /** Its credit note is not stamped yet. */
  readonly isPending: boolean;
}

/** What the PDF of a receipt needs. */
export interface ReceiptPdfModel {
  readonly livemode: boolean;
  readonly status: 'open' | 'canceled' | 'invoiced_to_customer' | 'invoiced_globally';
  readonly folio_number: number;
  readonly key: string;
  /** Instants, ISO 8601. `expires_at`: after it the page at `self_invoice_url` makes no invoice of it. */
  readonly date: string;
  readonly expires_at: string;
  /** Whether it has ended, at the moment of the print. */
  readonly is_expired: boolean;
  readonly self_invoice_url: string;
  readonly timezone: string;
  readonly branch?: string | null;
  readonly payment_form: string;
  readonly currency: string;
  readonly exchange?: Amount | null;
  readonly issuer: PdfParty;
  /** Place of the sale; the issuer's address where it is missing. */
  readonly address?: PdfAddress | null;
  readonly customer?: PdfCustomer | null;
  /** Prices of lines have their taxes in them: the taxes are told after the total, and not added before it. */
  readonly taxes_included: boolean;
  readonly items: readonly PdfReceiptItem[];
  readonly refunds: readonly PdfRefund[];
  readonly subtotal: Amount;
  readonly discount: Amount;
  readonly taxes: readonly PdfTax[];
  readonly total: Amount;
  readonly organization: PdfOrganization;
  readonly label: LabelLookup;
}
