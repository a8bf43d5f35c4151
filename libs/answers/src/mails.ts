import { ignoreUnknown } from '#kernel';
import { MAIL_STREAM, type MailEvent, type MailRow } from '#contracts';
import type { Told } from './told.js';

/** What became of a mail, after an event. */
export function mailRow(row: MailRow | undefined, event: Told<MailEvent>): MailRow | undefined {
  const { revision, streamId, metadata } = event;
  if (event.type === 'MailRequested') {
    const { template, about, to, at } = event.data;
    return {
      id: streamId.slice(MAIL_STREAM.length),
      revision,
      organization_id: metadata.organizationId,
      livemode: metadata.livemode,
      template,
      about,
      recipients: to,
      status: 'requested',
      attempts: 0,
      refused: [],
      reason: null,
      retry_at: null,
      created_at: at,
      updated_at: at,
    };
  }
  if (!row) return undefined;
  const { attempt, at } = event.data;
  const refused = [...row.refused, ...event.data.refused];
  const next = { ...row, revision, attempts: attempt, refused, retry_at: null, updated_at: at };
  switch (event.type) {
    case 'MailSent':
      return { ...next, status: refused.length > 0 ? 'partial' : 'sent', reason: null };
    case 'MailDelayed':
      return { ...next, status: 'delayed', reason: event.data.reason, retry_at: event.data.retry_at };
    case 'MailFailed':
      return { ...next, status: 'failed', reason: event.data.reason };
    default:
      return ignoreUnknown(event, { ...row, revision });
  }
}
