import type { DomainEvent, Language } from '#kernel';
import type { PrintedReceipt, StampedDocument, StampedRetention } from './notifications.js';
import type { ReadModel } from './read-model.js';
import type { CertificateNoticeAsked } from './organization-expiry.js';
import type { OrganizationDoc } from './organizations.js';
import type { SecurityContact, SecurityNotice } from './security-notices.js';
import type { NoticedWebhook, WebhookNotice } from './webhook-notices.js';

/** Streams of mails: `mail-<id>`, one per request to send one. */
export const MAIL_STREAM = 'mail-';

/** A mail carries its files, so it has not many addressees. */
export const MAX_RECIPIENTS = 10;

/** An invoice with its XML and PDF, and the receipt of its cancellation where there is one. */
export interface InvoiceMail {
  readonly template: 'invoice';
  readonly data: StampedDocument & {
    /** Base name of the files, without extension. */
    readonly file_name: string;
  };
}

/** A retention with its XML and PDF, and the receipt of its cancellation where there is one. */
export interface RetentionMail {
  readonly template: 'retention';
  readonly data: StampedRetention & {
    /** Base name of the files, without extension. */
    readonly file_name: string;
  };
}

/** A receipt with its PDF, and where its customer makes an invoice of it. */
export interface ReceiptMail {
  readonly template: 'receipt';
  readonly data: PrintedReceipt & {
    /** Base name of the file, without extension. */
    readonly file_name: string;
  };
}

/** The link with which a customer edits its own fiscal data. */
export interface CustomerEditLinkMail {
  readonly template: 'customer-edit-link';
  readonly data: {
    /** Address of the hosted page, http or https. It is a secret: it never stands in an event. */
    readonly link: string;
    /** Instant, ISO 8601 in UTC. */
    readonly expires_at: string;
  };
}

/** The link with which the owner of a support address confirms that it is theirs. */
export interface SupportEmailMail {
  readonly template: 'support-email';
  readonly data: {
    /** Address of the hosted page, http or https. It is a secret: it never stands in an event. */
    readonly link: string;
    /** The address that customers will be shown. */
    readonly email: string;
    /** Instant, ISO 8601 in UTC. */
    readonly expires_at: string;
  };
}

/** A certificate of the organization is about to end, or has just ended. */
export interface CertificateExpiringMail {
  readonly template: 'certificate-expiring';
  readonly data: CertificateNoticeAsked;
}

/** Somebody is invited to work in the organization. */
export interface InvitationMail {
  readonly template: 'invitation';
  readonly data: {
    /** Address of the hosted page, http or https. It is a secret: it never stands in an event. */
    readonly link: string;
    /** Who invites, as people know them. */
    readonly inviter: { readonly full_name: string; readonly email: string };
    /** The name of the role, in the mail's language. */
    readonly role: string;
    /** Instant, ISO 8601 in UTC. */
    readonly expires_at: string;
  };
}

/** Somebody did something with keys, people or certificates, which may not have been who should. */
export interface SecurityNoticeMail {
  readonly template: 'security-notice';
  readonly data: Pick<SecurityNotice, 'matter' | 'at'> &
    Pick<SecurityContact, 'actor' | 'person' | 'role_name'>;
}

/** An endpoint of webhooks fails, or was disabled because of that. */
export interface WebhookNoticeMail {
  readonly template: 'webhook-notice';
  readonly data: WebhookNotice & { readonly webhook: NoticedWebhook; readonly livemode: boolean };
}

export type MailTemplate =
  | InvoiceMail
  | RetentionMail
  | ReceiptMail
  | CustomerEditLinkMail
  | SupportEmailMail
  | CertificateExpiringMail
  | InvitationMail
  | SecurityNoticeMail
  | WebhookNoticeMail;

/** What is to be sent, to whom, in whose name. */
export type SendMail = MailTemplate & {
  /** One to {@link MAX_RECIPIENTS} addresses, each once. */
  readonly to: readonly string[];
  readonly language: Language;
  /** Its name, logo, colour and support address are what the mail shows and is answered to. */
  readonly organization: OrganizationDoc;
};

/** Whose mail it is and who gets it, when nobody's request says so. */
export interface OrganizationContact {
  readonly organization: OrganizationDoc;
  /** Addresses of its owners. */
  readonly owners: readonly string[];
}

/** An address that the mail server refused for good, and what it said. */
export interface RefusedRecipient {
  readonly address: string;
  readonly reason: string;
}

export type MailEvent =
  /** What it says lies sealed in the content store under `content_key` until it is sent or given up. */
  | DomainEvent<
      'MailRequested',
      {
        template: MailTemplate['template'];
        /** The id of the resource that it is about. */
        about: string | null;
        to: readonly string[];
        language: Language;
        content_key: string;
        at: string;
      }
    >
  /** `to`: whom the last try has reached; with `refused` for good beside them, or reached by an earlier try. */
  | DomainEvent<
      'MailSent',
      { attempt: number; to: readonly string[]; refused: readonly RefusedRecipient[]; at: string }
    >
  /** `sent`: whom this try has reached; `waiting`: for whom it is tried again at `retry_at`. */
  | DomainEvent<
      'MailDelayed',
      {
        attempt: number;
        sent: readonly string[];
        refused: readonly RefusedRecipient[];
        waiting: readonly string[];
        reason: string;
        retry_at: string;
        at: string;
      }
    >
  /** Refused for good, or tried for too long; nobody was reached by the last try. */
  | DomainEvent<
      'MailFailed',
      {
        attempt: number;
        refused: readonly RefusedRecipient[];
        reason: string;
        /** False: the tries ran out. */
        permanent: boolean;
        at: string;
      }
    >;

/** One row a mail: what became of it. */
export const mailsReadModel = {
  projection: 'notifications.mails',
  table: 'gateway.mails',
  stream: MAIL_STREAM,
} as const satisfies ReadModel;
export interface MailRow {
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly template: string;
  readonly about: string | null;
  readonly recipients: readonly string[];
  /** `partial`: some were reached, others were refused or given up. */
  readonly status: 'requested' | 'delayed' | 'sent' | 'partial' | 'failed';
  readonly attempts: number;
  readonly refused: readonly RefusedRecipient[];
  readonly reason: string | null;
  readonly retry_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * Where mails land while no mail server is configured: whole messages (RFC 5322) by tenant and mail. It plays somebody
 * else's mail server, and so belongs to no service: one delivers to it, another shows what has come.
 */
export const mailboxTable = 'platform.mailbox';

/** What lists show of a mail in the mailbox; sealed beside the message. */
export interface MailHead {
  readonly subject: string;
  readonly recipients: readonly string[];
  /** Of the message. */
  readonly bytes: number;
}

/** What the parts of a mail in the mailbox are bound to when they are sealed, beside their organization. */
export const sealedMailName = (livemode: boolean, id: string, part: 'message' | 'head'): string =>
  `mailbox/${livemode ? 'live' : 'test'}/${id}/${part}`;
