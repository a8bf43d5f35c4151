import type { Tenant } from '#kernel';
import type { Delivery } from './decide.js';

/** A whole message, ready to be handed over. */
export interface OutgoingMail {
  readonly tenant: Tenant;
  /** The mail's own id; the Message-ID is made of it, so that a copy is known as one. */
  readonly id: string;
  /** Bare addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** RFC 5322, with CRLF. */
  readonly raw: Buffer;
}

/**
 * Who takes mails away. Every addressee ends in one part of the answer; what goes wrong is an answer as well.
 * `later` does not say that nothing was sent: a server that fell silent may have taken it.
 */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<Delivery>;
}

/** Injection token of the {@link MailTransport}. */
export const MAIL_TRANSPORT = Symbol('MailTransport');
