import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId, newId } from '#kernel';

/** Sent with the form of a preview: the invoice that it is to become, whoever sends it and how often. */
const SEPARATOR = '.';

/**
 * Names the invoice that a preview may become, before it is asked for: a form that is sent twice, or again after a pause,
 * asks for the same invoice. Signed with the receipt, so that nobody names an invoice of others.
 */
export class Attempts {
  constructor(private readonly secret: Buffer) {}

  /** A new attempt to invoice a receipt. */
  begin(receipt: string): string {
    const invoice = newId();
    return `${invoice}${SEPARATOR}${this.mac(invoice, receipt)}`;
  }

  /** The id of the invoice of an attempt for this receipt; undefined for what was not made here. */
  read(attempt: string, receipt: string): string | undefined {
    const [invoice = '', mac = ''] = attempt.split(SEPARATOR, 2);
    if (!isId(invoice)) return undefined;
    const [given, own] = [Buffer.from(mac), Buffer.from(this.mac(invoice, receipt))];
    return given.length === own.length && timingSafeEqual(given, own) ? invoice : undefined;
  }

  private mac(invoice: string, receipt: string): string {
    return createHmac('sha256', this.secret).update(`${invoice}/${receipt}`).digest('base64url');
  }
}
