import { statusOf, type Language, type Refusal } from '#kernel';
import type { InvoiceDoc, OrganizationDoc } from '#contracts';
import type { StoredInvoice } from '../../invoices/queries.js';
import { brandOf } from '../brand.js';
import { dateTime } from '../dates.js';
import type { BilingualNotice } from '../notice.js';
import { alertView, fieldView, fieldViews, regimeName, type FieldError } from './form.js';
import type { Planned, Receipts } from './invoicing.js';
import { noticeOf } from './notices.js';
import type { Portal } from './portals.js';
import { invoiceSale, money, receiptSale, sumOf } from './sale.js';
import { show, type PortalPage } from './screens.js';
import { type Values } from './submission.js';
import { FORM_ID, type HiddenView } from './template.js';
import { texts } from './texts.js';
import { useName, useViews } from './uses.js';

/** Somebody at a portal, and the language to speak. */
export interface Visit {
  readonly portal: Portal;
  /** Whose look the pages have; undefined where it is nobody's in particular. */
  readonly organization: OrganizationDoc | undefined;
  readonly language: Language;
}

/** A visit to receipts, whose keys the visitor has. */
export interface ReceiptVisit extends Visit {
  readonly organization: OrganizationDoc;
  readonly receipts: Receipts;
}

/** What is wrong with what was sent. */
export interface Wrong {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly failure?: string | undefined;
}

const FINE: Wrong = { status: 200, errors: [] };

/** Where the page of a receipt is, or where it is looked at again. */
export function addressOf(
  { portal, receipts, language }: ReceiptVisit,
  { attempt, mailed }: Again = {},
): string {
  const address = `${portal.path}/${receipts[0].receipt.key}?lang=${language}`;
  const tried = attempt === undefined ? '' : `&attempt=${encodeURIComponent(attempt)}`;
  return `${address}${tried}${mailed ? '&mailed=1' : ''}`;
}

/** How a receipt is looked at again: after a mail, or after an attempt whose end nobody knew. */
export interface Again {
  readonly attempt?: string;
  readonly mailed?: true;
}

/** The same as it stands in an address. */
export function readAgain({ attempt, mailed }: Readonly<Record<string, unknown>>): Again {
  return {
    ...(typeof attempt === 'string' && { attempt }),
    ...(mailed === '1' && { mailed: true as const }),
  };
}

/** Asks for a key; says so where one was wrong. */
export function askPage({ portal, organization, language }: Visit, key = '', wrong = FINE): PortalPage {
  const words = texts[language];
  const brand = brandOf(organization);
  const view = {
    ...{ title: words.askTitle, lead: words.askLead, find: words.find, language },
    alert: alertView(language, wrong.errors, wrong.failure),
    action: portal.path || '/',
    field: fieldView('key', { language, values: { key }, errors: wrong.errors }),
  };
  const frame = { language, brand, title: words.askTitle, test: false };
  return show(frame, wrong.status, { name: 'ask', view });
}

const hiddenOf = (receipts: Receipts, more: Readonly<Record<string, string>>): HiddenView[] => [
  {
    name: 'keys',
    value: receipts
      .slice(1)
      .map(({ receipt }) => receipt.key)
      .join(' '),
  },
  ...Object.entries(more).map(([name, value]) => ({ name, value })),
];

/** The receipts and the form for their invoice, with what was typed and its problems. */
export function receiptPage(visit: ReceiptVisit, values: Values, wrong: Wrong = FINE): PortalPage {
  const { organization, receipts, language } = visit;
  const words = texts[language];
  const brand = brandOf(organization);
  const { errors } = wrong;
  const uses = useViews(organization, values, language);
  const first = receipts[0].receipt;
  const view = {
    title: words.title,
    lead: words.lead(organization.legal.name),
    alert: alertView(language, errors, wrong.failure),
    sales: receipts.map(({ receipt }) => receiptSale(receipt, language, organization.timezone)),
    sum:
      receipts.length > 1
        ? {
            name: words.sum(receipts.length),
            value: money(sumOf(receipts.map(({ receipt }) => receipt)), first.currency, language),
          }
        : null,
    action: addressOf(visit),
    hidden: hiddenOf(receipts, { from: 'form' }),
    more: {
      ...{ title: words.more, lead: words.moreLead, add: words.add },
      open: receipts.length > 1 || errors.some(({ name }) => name === 'key'),
      field: fieldView('key', { language, values, errors, optional: ['key'] }),
      removes: receipts.slice(1).map(({ receipt: { key } }) => ({ key, label: words.remove(key) })),
    },
    data: words.data,
    fields: fieldViews({ language, values, errors, uses }),
    ...{ usesTitle: words.usesTitle, uses },
    ...{ preview: words.preview, checking: words.checking, nothingYet: words.nothingYet },
  };
  const frame = { language, brand, title: words.title, test: !receipts[0].tenant.livemode, form: FORM_ID };
  return show(frame, wrong.status, { name: 'receipt', view });
}

/** The invoice as it would be; the form carries what was typed, and the invoice's id. */
export function previewPage(
  visit: ReceiptVisit,
  values: Values,
  planned: Planned,
  attempt: string,
  wrong: Wrong = FINE,
): PortalPage {
  const { organization, receipts, language } = visit;
  const words = texts[language];
  const brand = brandOf(organization);
  const { customer } = planned.preview.invoice;
  const typed = Object.entries(values).flatMap(([name, value]) => (name === 'key' ? [] : [[name, value]]));
  const view = {
    ...{ title: words.previewTitle, lead: words.previewLead, to: words.to },
    alert: alertView(language, wrong.errors, wrong.failure),
    receiver: [
      { name: words.fields.tax_id.label, value: customer?.tax_id ?? '' },
      { name: words.fields.legal_name.label, value: customer?.legal_name ?? '' },
      { name: words.fields['address.zip'].label, value: customer?.address.zip ?? '' },
      { name: words.fields.tax_system.label, value: regimeName(customer?.tax_system ?? '', language) },
      { name: words.fields.use.label, value: useName(planned.preview.invoice.use, language) },
      ...(values.email ? [{ name: words.fields.email.label, value: values.email }] : []),
    ],
    sale: invoiceSale(planned.preview, language),
    action: addressOf(visit),
    hidden: hiddenOf(receipts, { ...Object.fromEntries(typed), from: 'preview', attempt }),
    ...{ issue: words.issue, issuing: words.issuing, change: words.change, final: words.final },
  };
  const { livemode } = receipts[0].tenant;
  const frame = { language, brand, title: words.previewTitle, test: !livemode, form: FORM_ID };
  return show(frame, wrong.status, { name: 'preview', view });
}

/** While nobody can say whether it is stamped. The browser asks again by itself (see pages.ts). */
export function pendingPage(visit: ReceiptVisit, href: string): PortalPage {
  const { organization, receipts, language } = visit;
  const words = texts[language];
  const brand = brandOf(organization);
  const view = {
    ...{ title: words.pendingTitle, paragraphs: words.pending, again: words.again, href },
  };
  const frame = {
    language,
    brand,
    title: words.pendingTitle,
    test: !receipts[0].tenant.livemode,
    stays: true,
  };
  return show(frame, 202, { name: 'pending', view });
}

/** What a receipt has become. Neither the customer's data nor where the invoice was mailed to is shown. */
export function donePage(
  visit: ReceiptVisit,
  invoice: StoredInvoice,
  doc: InvoiceDoc,
  { note, wrong = FINE, email = '' }: { note?: string; wrong?: Wrong; email?: string } = {},
): PortalPage {
  const { organization, receipts, language, portal } = visit;
  const words = texts[language];
  const brand = brandOf(organization);
  const [{ receipt, tenant }] = receipts;
  const base = `${portal.path}/${receipt.key}`;
  const folio = [invoice.series, invoice.folio_number].filter(Boolean).join('-');
  const view = {
    ...{ title: words.doneTitle, lead: words.doneLead, note: note ?? null },
    facts: [
      { name: words.invoice.folio, value: folio },
      ...(doc.date === null
        ? []
        : [{ name: words.invoice.date, value: dateTime(doc.date, language, organization.timezone) }]),
      { name: words.invoice.total, value: `${money(doc.total, doc.currency, language)} ${doc.currency}` },
      { name: words.invoice.uuid, value: doc.uuid ?? '' },
    ],
    downloads: (['pdf', 'xml'] as const).map((format) => ({
      ...{ href: `${base}/${format}`, name: `${words.download} ${words[format]}`, label: folio },
    })),
    ...{ download: words.download, verify: words.verify, verifyUrl: doc.verification_url },
    alert: alertView(language, wrong.errors, wrong.failure),
    action: `${base}?lang=${language}`,
    mail: words.mail,
    field: {
      ...fieldView('email', { language, values: { email }, errors: wrong.errors }),
      ...{ hint: words.mailHint, required: true },
    },
    ...{ send: words.send, sending: words.sending },
    invoice: { uuid: doc.uuid ?? '', folio, total: doc.total, currency: doc.currency },
  };
  const frame = { language, brand, title: words.doneTitle, test: !tenant.livemode };
  return show(frame, wrong.status, { name: 'done', view });
}

/** A page with only a message, in the look of whose portal it is. */
export function closedPage(
  { organization, language }: Visit,
  status: number,
  notice: BilingualNotice,
  test = false,
): PortalPage {
  const { title, paragraphs } = notice[language];
  const brand = brandOf(organization);
  return show({ language, brand, title, test }, status, { name: 'notice', view: { title, paragraphs } });
}

/** The page of any other refusal. */
export function refusalPage({ code, location }: Refusal, language: Language, visit?: Visit): PortalPage {
  const { title, paragraphs } = noticeOf(code, language);
  const brand = brandOf(visit?.organization);
  const frame = { language, brand, title, test: false };
  return show(frame, statusOf(code, location), { name: 'notice', view: { title, paragraphs } });
}
