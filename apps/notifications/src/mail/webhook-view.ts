import type { WebhookNoticeMail } from '#contracts';
import { dateTime } from '#pdf/format';
import { withoutLinks } from './security-view.js';
import { oneLine, type MailLook, type MailView } from './view.js';
import { webhookWords } from './webhook-words.js';

const MOST_CHARACTERS = 200;

/**
 * The mail that says that an endpoint fails, or was disabled because of that: which one, since when, what the last attempt
 * ended with, and what to do.
 */
export function webhookView(
  { webhook_id: id, matter, webhook, livemode }: WebhookNoticeMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const words = webhookWords[language];
  const shown = (instant: string) => dateTime(instant, timezone);
  const name = oneLine(organization.name);
  const { kind } = matter;
  const since = matter.kind === 'failing' ? matter.since : webhook.failing_since;
  const what =
    matter.kind === 'failing'
      ? words.failing(name, shown(matter.since), shown(matter.disabled_at))
      : words.disabled[matter.reason](name, since === null ? undefined : shown(since));
  const subject = `${livemode ? '' : '[Test] '}${words.subject(kind, name)}`;
  const failure = webhook.last_failure;
  return {
    ...{ subject, heading: subject, total: null, button: null },
    notice: livemode ? null : words.test,
    paragraphs: [what, words.consequence[kind]],
    facts: [
      { label: words.facts.url, value: withoutSecrets(webhook.url) },
      { label: words.facts.id, value: id },
      ...(webhook.description === null
        ? []
        : [{ label: words.facts.description, value: withoutLinks(webhook.description) }]),
      { label: words.facts.environment, value: words.environments[livemode ? 'live' : 'test'] },
      ...(since === null ? [] : [{ label: words.facts.since, value: `${shown(since)} (${timezone})` }]),
      ...(failure === null
        ? []
        : [
            { label: words.facts.failed, value: `${shown(failure.at)} (${timezone})` },
            { label: words.facts.error, value: reasonOf(failure) },
          ]),
    ],
    notes: [words.advice[kind](id)],
  };
}

/** An address as mails show it: its password and its query may be what lets events in. */
function withoutSecrets(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const shown = oneLine(`${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`);
  return shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}…` : shown;
}

const reasonOf = ({
  status_code,
  error,
}: NonNullable<WebhookNoticeMail['data']['webhook']['last_failure']>): string =>
  status_code === null || error.includes(String(status_code))
    ? oneLine(error)
    : `${oneLine(error)} (HTTP ${status_code})`;
