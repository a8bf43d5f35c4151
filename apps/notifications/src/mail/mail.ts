import { ignoreUnknown } from '#kernel';
import type { MailEvent, RefusedRecipient } from '#contracts';

/** One mail by how far it has come. */
export type Mail =
  | { readonly status: 'new' }
  | {
      readonly status: 'waiting';
      readonly contentKey: string;
      /** The recipients that it has not reached yet. */
      readonly waiting: readonly string[];
      /** Whether anybody has got it. */
      readonly reached: boolean;
      readonly refused: readonly RefusedRecipient[];
      readonly attempts: number;
    }
  /** Sent or given up: nothing more happens. */
  | { readonly status: 'over'; readonly contentKey: string };

export const newMail: Mail = { status: 'new' };

export function evolve(mail: Mail, event: MailEvent): Mail {
  switch (event.type) {
    case 'MailRequested':
      return {
        status: 'waiting',
        contentKey: event.data.content_key,
        waiting: event.data.to,
        reached: false,
        refused: [],
        attempts: 0,
      };
    case 'MailDelayed': {
      if (mail.status !== 'waiting') return mail;
      const { attempt, sent, refused, waiting } = event.data;
      const reached = mail.reached || sent.length > 0;
      return { ...mail, waiting, reached, refused: [...mail.refused, ...refused], attempts: attempt };
    }
    case 'MailSent':
    case 'MailFailed':
      return mail.status === 'waiting' ? { status: 'over', contentKey: mail.contentKey } : mail;
    default:
      return ignoreUnknown(event, mail);
  }
}
