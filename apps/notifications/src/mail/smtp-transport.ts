import { domainToASCII } from 'node:url';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '#hosting';
import type { Delivery } from './decide.js';
import type { MailTransport, OutgoingMail } from './transport.js';

export interface SmtpOptions {
  readonly settings: SmtpSettings;
  /** Milliseconds for one mail, from the connection to the server's word that it has it. */
  readonly timeoutMs?: number;
  /** Authorities beside Node's own (PEM). */
  readonly ca?: string;
}

/** Less than a process takes to stop: a silent mail server must not hold it up. */
const TIMEOUT_MS = 25_000;
const GOODBYE_MS = 500;
const REASON_LENGTH = 300;

/** What nodemailer's errors tell. */
interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly recipient?: string;
  readonly rejectedErrors?: readonly SmtpError[];
}

/** Replies that are about our credentials (RFC 4954), not about the mail: somebody can mend that. */
const CREDENTIALS = new Set([530, 534, 535, 538]);

/** Whether another try would fail too: a 5xx reply to envelope or message, an impossible address or size. */
function isFinal({ code, command, responseCode }: SmtpError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode !== undefined) return responseCode >= 500 && !CREDENTIALS.has(responseCode);
  return command === 'API' || code === 'EMESSAGE';
}

const reasonOf = ({ response, message }: SmtpError): string =>
  // eslint-disable-next-line no-control-regex -- servers' words go into events and logs
  (response ?? message).replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, REASON_LENGTH);

/** The answer if no addressee got the mail: each with its own error, or the common one. */
function toFailedDelivery(to: readonly string[], error: SmtpError): Delivery {
  const own = new Map(error.rejectedErrors?.map((one) => [one.recipient, one]));
  const all = to.map((address) => ({ address, error: own.get(ascii(address)) ?? error }));
  const entry = (one: (typeof all)[number]) => ({ address: one.address, reason: reasonOf(one.error) });
  return {
    sent: [],
    refused: all.filter((one) => isFinal(one.error)).map(entry),
    later: all.filter((one) => !isFinal(one.error)).map(entry),
  };
}

/** The answer where the server took it, for some at least. */
function toTakenDelivery(to: readonly string[], rejected: readonly SmtpError[]): Delivery {
  const own = new Map(rejected.map((error) => [error.recipient, error]));
  const left = to.filter((address) => own.has(ascii(address)));
  const { refused, later } = toFailedDelivery(left, { message: 'refused', rejectedErrors: rejected });
  return { sent: to.filter((address) => !own.has(ascii(address))), refused, later };
}

/** An address as SMTP without SMTPUTF8 writes it: the domain in its ASCII form (RFC 5890). */
function ascii(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

/**
 * Hands mails to an SMTP server, each over a connection of its own: there is no queue in between that could
 * send one again. With `tls` required or implicit the server's certificate must be good.
 */
export function smtpTransport({ settings, timeoutMs = TIMEOUT_MS, ca }: SmtpOptions): MailTransport {
  const { host, port, tls, user, password } = settings;
  const options = {
    ...{ host, port, secure: tls === 'implicit', requireTLS: tls === 'required', ignoreTLS: tls === 'off' },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    tls: { minVersion: 'TLSv1.2' as const, ...(ca !== undefined && { ca }) },
    logger: false,
  };

  return {
    send: (mail) =>
      new Promise((resolve) => {
        const connection = new SMTPConnection(options);
        const settle = (delivery: Delivery): void => {
          clearTimeout(timer);
          // Says goodbye where that is still possible, and waits for no answer.
          if (delivery.sent.length > 0) connection.quit();
          setTimeout(() => connection.close(), delivery.sent.length > 0 ? GOODBYE_MS : 0).unref();
          resolve(delivery);
        };
        const fail = (error: SmtpError): void => settle(toFailedDelivery(mail.to, error));
        const timer = setTimeout(() => fail({ message: 'the mail server takes too long' }), timeoutMs);
        // Also errors of a socket that no caller waits for any more.
        connection.on('error', fail);
        connection.once('end', () => fail({ message: 'the mail server closed the connection' }));
        const handOver = (error?: SmtpError | null): void => {
          if (error) return fail(error);
          connection.send(envelopeOf(mail), mail.raw, (refusal, info) => {
            if (refusal) return fail(refusal as SmtpError);
            settle(toTakenDelivery(mail.to, (info.rejectedErrors ?? []) as readonly SmtpError[]));
          });
        };
        connection.connect((error) => {
          if (error) return fail(error as SmtpError);
          if (user === undefined || password === undefined) return handOver();
          connection.login({ user, pass: password, credentials: { user, pass: password } }, (refusal) =>
            handOver(refusal as SmtpError | null),
          );
        });
      }),
  };
}

const envelopeOf = ({ from, to, raw }: OutgoingMail) => ({
  from: ascii(from),
  to: to.map(ascii),
  size: raw.length,
  use8BitMime: false,
});
