import Handlebars from 'handlebars';
import type { Language } from '#kernel';
import { MAILS_A_PAGE, type MailboxEntry, type MailboxMessage } from './mailbox.js';
import { words } from './words.js';

/** Who looks, as every page shows it. */
export interface Visitor {
  readonly language: Language;
  readonly organization: string;
  readonly livemode: boolean;
  /** IANA name. */
  readonly timezone: string;
}

/* Every value is escaped by Handlebars; the mail's own HTML is only ever seen inside of a sandboxed frame. */
const handlebars = Handlebars.create();

const page = (body: string): HandlebarsTemplateDelegate =>
  handlebars.compile(
    `<!doctype html>
<html lang="{{language}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{#if title}}{{title}} · {{/if}}{{words.title}} · Timbra</title>
<link rel="stylesheet" href="/mailbox/style.css"></head><body>
${body}
<script src="/mailbox/script.js"></script></body></html>
`,
    { strict: true },
  );

const bar = `<header class="bar"><div><strong>{{words.title}}</strong><span class="badge">{{environment}}</span><span class="who">{{organization}}</span><button id="close" type="button">{{words.close}}</button></div></header>`;

const loginTemplate = page(`<main><form id="login" class="panel login" autocomplete="off">
<h1>{{words.title}}</h1><p class="muted">{{words.about}}</p>
<label for="key">{{words.key}}</label><input id="key" name="key" type="password" required spellcheck="false" autofocus>
<p class="hint muted">{{words.keyHint}}</p><button class="primary">{{words.open}}</button>
<p id="wrong" class="wrong" role="alert" hidden>{{words.wrongKey}}</p><noscript><p class="wrong">{{words.noScript}}</p></noscript>
</form></main>`);

const listTemplate = page(`${bar}<main>
<div class="panel">{{#if mails}}<ul class="mails">{{#each mails}}<li><a href="/mailbox/{{id}}"><span class="to">{{to}}</span><span class="subject">{{subject}}</span><time class="when" datetime="{{iso}}">{{when}}</time></a></li>
{{/each}}</ul>{{else}}<div class="empty"><p><strong>{{words.empty}}</strong></p><p class="muted">{{words.emptyHint}}</p></div>{{/if}}</div>
<nav class="pages"><a class="button" href="/mailbox">{{#if isFirst}}{{words.refresh}}{{else}}{{words.newest}}{{/if}}</a>{{#if older}}<a class="button" href="/mailbox?before={{older}}">{{words.older}}</a>{{/if}}</nav>
</main>`);

const messageTemplate = page(`${bar}<main><a class="back" href="/mailbox">← {{words.back}}</a>
<article class="panel"><div class="head"><h1>{{title}}</h1>
<dl>{{#each facts}}<dt>{{label}}</dt><dd>{{value}}</dd>{{/each}}</dl>
{{#if files}}<ul class="files" aria-label="{{words.files}}">{{#each files}}<li><a href="/mailbox/{{../id}}/files/{{@index}}" download>{{name}} <small>{{size}}</small></a></li>{{/each}}</ul>{{/if}}</div>
<nav class="tabs">{{#if hasHtml}}<a href="/mailbox/{{id}}"{{#unless isText}} aria-current="page"{{/unless}}>{{words.html}}</a><a href="/mailbox/{{id}}?part=text"{{#if isText}} aria-current="page"{{/if}}>{{words.text}}</a>{{/if}}<a class="source" href="/mailbox/{{id}}/source" download>{{words.source}}</a></nav>
{{#if isText}}<pre>{{text}}</pre>{{else}}<iframe src="/mailbox/{{id}}/body" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" title="{{title}}"></iframe>{{/if}}
</article></main>`);

const missingTemplate = page(
  `${bar}<main><a class="back" href="/mailbox">← {{words.back}}</a><div class="panel empty"><p>{{words.missing}}</p></div></main>`,
);

export const loginPage = (language: Language): string =>
  loginTemplate({ language, words: words[language], title: '' });

const common = ({ language, organization, livemode }: Visitor, title = '') => {
  const text = words[language];
  return { language, words: text, organization, environment: livemode ? text.live : text.test, title };
};

/** `entries` is a page and perhaps one more. `isFirst`: the latest mails. */
export function listPage(visitor: Visitor, entries: readonly MailboxEntry[], isFirst: boolean): string {
  const shown = entries.slice(0, MAILS_A_PAGE);
  return listTemplate({
    ...common(visitor),
    isFirst,
    older: entries.length > shown.length ? shown.at(-1)?.id : null,
    mails: shown.map(({ id, subject, recipients, received_at }) => ({
      ...{ id, subject, to: recipients.join(', ') },
      ...{ iso: received_at.toISOString(), when: dateOf(visitor, received_at) },
    })),
  });
}

export function messagePage(visitor: Visitor, message: MailboxMessage, part: 'html' | 'text'): string {
  const { id, subject, from, to, replyTo, date, messageId, text, html, files } = message;
  const { words: labels, ...rest } = common(visitor, subject);
  const facts = [
    [labels.from, from],
    [labels.to, to.join(', ')],
    [labels.replyTo, replyTo.join(', ')],
    [labels.date, date === null ? '' : dateOf(visitor, new Date(date))],
    ['Message-ID', messageId],
  ].filter(([, value]) => value !== '');
  return messageTemplate({
    ...rest,
    ...{ words: labels, id, text, hasHtml: html !== null, isText: part === 'text' || html === null },
    facts: facts.map(([label, value]) => ({ label, value })),
    files: files.map(({ name, content }) => ({ name, size: sizeOf(content.length) })),
  });
}

export const missingPage = (visitor: Visitor): string => missingTemplate(common(visitor));

const dateOf = ({ language, timezone }: Visitor, date: Date): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(date);

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
