import Handlebars from 'handlebars';
import { paletteOf, type Language } from '#kernel';
import { oneLine, type MailLook, type MailView } from './view.js';

/** Content-ID of the logo that goes along with the mail. */
export const LOGO_CID = 'logo@timbra';

/*
 * Mail programs know little: tables, inline styles, no fonts of ours. Every value is escaped, so nothing that
 * somebody typed becomes markup; colours are six digits by `paletteOf`.
 */
const html = Handlebars.create().compile(
  `<!doctype html>
<html lang="{{language}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>{{subject}}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6;color:#111827;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;-webkit-text-size-adjust:100%">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #e5e7eb;border-radius:10px;border-collapse:separate;overflow:hidden;text-align:left">
<tr><td style="height:6px;background:{{palette.accent}};font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td style="padding:24px 28px 0">
{{#if logo}}<img src="cid:{{logo}}" alt="{{name}}" style="display:block;max-height:56px;max-width:220px;border:0">{{else}}<div style="font-size:17px;font-weight:600;color:{{palette.ink}};overflow-wrap:anywhere">{{name}}</div>{{/if}}
</td></tr>
<tr><td style="padding:14px 28px 28px">
<h1 style="margin:0 0 14px;font-size:22px;line-height:1.25;font-weight:600;color:#111827;overflow-wrap:anywhere">{{heading}}</h1>
{{#if notice}}<p style="margin:0 0 16px;padding:10px 14px;background:#fef3c7;border-radius:6px;color:#78350f;font-size:14px">{{notice}}</p>{{/if}}
{{#each paragraphs}}<p style="margin:0 0 12px;overflow-wrap:anywhere">{{this}}</p>
{{/each}}
{{#if facts}}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:18px 0 0;border-top:1px solid #e5e7eb">
{{#each facts}}<tr><td style="padding:9px 14px 9px 0;border-bottom:1px solid #e5e7eb;color:#6b7280;font-size:13px;vertical-align:top;width:30%">{{label}}</td><td style="padding:9px 0;border-bottom:1px solid #e5e7eb;font-size:14px;vertical-align:top;overflow-wrap:anywhere;word-break:break-word">{{value}}</td></tr>
{{/each}}{{#if total}}<tr><td style="padding:12px 14px 0 0;color:#6b7280;font-size:13px;vertical-align:middle">{{total.label}}</td><td style="padding:12px 0 0;font-size:20px;font-weight:600;color:{{palette.ink}}">{{total.value}}</td></tr>{{/if}}
</table>{{/if}}
{{#if button}}<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 0"><tr><td style="background:{{palette.accent}};border-radius:6px"><a href="{{button.href}}" style="display:inline-block;padding:11px 20px;color:{{palette.onAccent}};font-weight:600;font-size:15px;text-decoration:none">{{button.label}}</a></td></tr></table>{{/if}}
{{#each notes}}<p style="margin:18px 0 0;color:#6b7280;font-size:13px">{{this}}</p>
{{/each}}
</td></tr>
<tr><td style="padding:16px 28px;background:{{palette.tint}};border-top:1px solid #e5e7eb;color:#4b5563;font-size:13px;overflow-wrap:anywhere">{{#each footer}}{{#unless @first}} &nbsp;·&nbsp; {{/unless}}{{this}}{{/each}}{{#if reply}}<br>{{reply}}{{/if}}</td></tr>
</table></td></tr></table>
</body></html>
`,
  { strict: true },
);

const text = Handlebars.create().compile(
  `{{heading}}
{{#if notice}}
*** {{notice}} ***
{{/if}}
{{#each paragraphs}}

{{this}}
{{/each}}
{{#if facts}}

{{#each facts}}
{{label}}: {{value}}
{{/each}}
{{#if total}}
{{total.label}}: {{total.value}}
{{/if}}
{{/if}}
{{#if button}}

{{button.label}}:
{{button.href}}
{{/if}}
{{#each notes}}

{{this}}
{{/each}}

-- 
{{#each footer}}
{{this}}
{{/each}}
{{#if reply}}
{{reply}}
{{/if}}
`,
  { strict: true, noEscape: true },
);

const REPLY: Readonly<Record<Language, string>> = {
  es: 'Puede responder a este correo.',
  en: 'You can reply to this mail.',
};

/** Both parts of a mail. The HTML one refers to nothing outside of the message. */
export function layOut(view: MailView, look: MailLook): { readonly text: string; readonly html: string } {
  const { organization, language, color, logo } = look;
  const { name, support_email, phone, website } = organization;
  const model = {
    ...view,
    language,
    name: oneLine(name),
    palette: paletteOf(color),
    logo: logo && LOGO_CID,
    footer: [name, support_email, phone, website].flatMap((part) => (part ? [oneLine(part)] : [])),
    reply: support_email ? REPLY[language] : null,
  };
  return { text: text(model), html: html(model) };
}
