import { field, ok, refuse, refuseFields, type Decider, type Language, type Result } from '#kernel';
import { MAX_RECIPIENTS, type MailEvent, type MailTemplate, type RefusedRecipient } from '#contracts';
import { evolve, newMail, type Mail } from './mail.js';

/** The result of a delivery, by addressee: each is in one of the three lists. */
export interface Delivery {
  readonly sent: readonly string[];
  /** For good: the server will not have it. */
  readonly refused: readonly RefusedRecipient[];
  /** Not now: it may go another time. */
  readonly later: readonly RefusedRecipient[];
}

export type MailDecision =
  | {
      readonly type: 'request';
      readonly now: Date;
      readonly template: MailTemplate['template'];
      readonly about: string | null;
      readonly to: readonly string[];
      readonly language: Language;
      readonly contentKey: string;
    }
  | { readonly type: 'record'; readonly now: Date; readonly attempt: number; readonly delivery: Delivery };

/** Pauses after each failed try, in seconds; after the last one the mail is given up. */
export const RETRY_SECONDS: readonly number[] = [30, 120, 600, 3_600, 21_600];

export const mailDecider: Decider<Mail, MailDecision, MailEvent> = {
  initial: newMail,
  evolve,
  decide,
};

export function decide(command: MailDecision, mail: Mail): Result<readonly MailEvent[]> {
  const at = command.now.toISOString();
  switch (command.type) {
    case 'request': {
      if (mail.status !== 'new') return refuse('conflict');
      const { template, about, to, language, contentKey } = command;
      const max = MAX_RECIPIENTS;
      if (to.length === 0 || to.length > max)
        return refuseFields([field('email', 'invalid_length', { params: { min: 1, max } })]);
      return ok([
        { type: 'MailRequested', data: { template, about, to, language, content_key: contentKey, at } },
      ]);
    }
    case 'record':
      if (mail.status === 'new') return refuse('not_found');
      // A try that was written down before: its command came a second time.
      if (mail.status === 'over' || command.attempt !== mail.attempts + 1) return ok([]);
      return ok([outcome(command.attempt, command.delivery, mail, command.now)]);
  }
}

function outcome(
  attempt: number,
  { sent, refused, later }: Delivery,
  mail: Extract<Mail, { status: 'waiting' }>,
  now: Date,
): MailEvent {
  const at = now.toISOString();
  const pauseS = RETRY_SECONDS[attempt - 1];
  if (later.length > 0 && pauseS !== undefined) {
    const retry_at = new Date(now.getTime() + pauseS * 1000).toISOString();
    const waiting = later.map(({ address }) => address);
    const reason = later[0]?.reason ?? '';
    return { type: 'MailDelayed', data: { attempt, sent, refused, waiting, reason, retry_at, at } };
  }
  const lost = [...refused, ...later];
  if (sent.length > 0 || mail.reached)
    return { type: 'MailSent', data: { attempt, to: sent, refused: lost, at } };
  const reason = lost[0]?.reason ?? mail.refused[0]?.reason ?? '';
  return {
    type: 'MailFailed',
    data: { attempt, refused: lost, reason, permanent: later.length === 0, at },
  };
}
