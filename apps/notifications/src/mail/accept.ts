import type { Command, CommandOutcome, SendMail } from '#contracts';
import { receipt, type ContentStore } from '#eventing';
import { decide } from './decide.js';
import { newMail } from './mail.js';
import type { Mails } from './mails.js';

/** What the content store keeps: the mail, and when it was asked for. */
export type StoredMail = SendMail & { readonly at: string };

/** Where a mail is accepted. */
export interface MailDesk {
  readonly mails: Mails;
  readonly contents: ContentStore;
}

/**
 * Takes a mail, which is durable then. What it says is sealed in the content store, since a link in it may be a
 * secret; it is removed when the mail is sent or given up.
 */
export async function acceptMail(
  { mails, contents }: MailDesk,
  command: Command,
  mail: SendMail,
): Promise<CommandOutcome<undefined>> {
  const { tenant } = command;
  const contentKey = `mail/${command.key}`;
  const { template, to, language } = mail;
  const request = {
    ...{ type: 'request' as const, now: new Date(command.time) },
    ...{ template, about: aboutOf(mail), to, language, contentKey },
  };
  // Before anything is stored for it.
  const acceptable = decide(request, newMail);
  if (!acceptable.ok) return acceptable;
  const stored: StoredMail = { ...mail, at: command.time };
  await contents.put(tenant, contentKey, Buffer.from(JSON.stringify(stored)));
  return receipt(await mails.handle(command, request, { expectNew: true }));
}

/** The invoice, retention or receipt that a mail is about. */
function aboutOf(mail: SendMail): string | null {
  if (mail.template === 'invoice') return mail.data.invoice.id;
  if (mail.template === 'retention') return mail.data.retention.id;
  return mail.template === 'receipt' ? mail.data.receipt.id : null;
}
