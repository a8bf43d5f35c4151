import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { field, isEmail, refuse, refuseFields, statusOf, type Refusal, type Refused } from '#kernel';
import { besideKnown, RateLimiter } from '#http';
import { AuditLog } from '../../audit/audit-log.js';
import { parseInvoiceDoc } from '../../docs.js';
import { fileNameOf } from '../../files/names.js';
import { InvoiceQueries } from '../../invoices/queries.js';
import { Mailer } from '../../mailbox/mailer.js';
import type { CallContext } from '../../commands.js';
import { Attempts } from './attempts.js';
import { Doors } from './doors.js';
import { failureOf, fieldErrors, type FieldError } from './form.js';
import { PortalInvoicing, type Receipts } from './invoicing.js';
import { closed, noticeOf } from './notices.js';
import type { FoundReceipt } from './receipts.js';
import { writeKey } from './receipts.js';
import {
  MOST_RECEIPTS,
  readableCustomer,
  readSubmission,
  receiverOf,
  type Submission,
} from './submission.js';
import type { PortalPage } from './screens.js';
import { texts } from './texts.js';
import { Turns } from './turns.js';
import { donePage, previewPage, receiptPage, type Again, type ReceiptVisit, type Wrong } from './views.js';

/** What a form is answered with: a page, with the refusal that it shows; or the receipt as it is now. */
export type Answer = { readonly page: PortalPage; readonly refusal?: Refusal } | { readonly again: Again };

/** Takes the forms of the portal. */
@Injectable()
export class Submissions {
  /** Checks and issues a minute and receipt; mails a minute and receipt, so that nobody's mailbox is flooded. */
  private readonly limiter = new RateLimiter({
    write: { perMinute: 30 },
    create: { perMinute: 1, burst: 3 },
  });

  /** Previews and invoices under way in this process, and forms that wait for their turn. */
  private readonly turns = new Turns({ atOnce: 24, waiting: 500 });

  constructor(
    private readonly doors: Doors,
    private readonly invoicing: PortalInvoicing,
    private readonly attempts: Attempts,
    private readonly invoices: InvoiceQueries,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  /** Answers a form that was sent to the page of a receipt which is open, or was invoiced to a customer. */
  async take(visit: ReceiptVisit, request: FastifyRequest): Promise<Answer> {
    const [first] = visit.receipts;
    const sent = readSubmission(request.body);
    this.limiter.take('write', first.receipt.id);
    if (first.state === 'invoiced')
      return sent.step === 'mail' ? this.mail(visit, sent, request) : { again: {} };
    const gathered = await this.gather(visit, sent, request);
    if (gathered.errors.length > 0 || sent.step === 'add' || sent.step === 'remove') {
      const { errors } = gathered;
      const status = errors.length > 0 ? (gathered.status ?? 400) : 200;
      const values = errors.length > 0 ? sent.values : { ...sent.values, key: '' };
      return { page: receiptPage(gathered.visit, values, { status, errors }) };
    }
    return this.answer(gathered.visit, sent, request);
  }

  private answer(visit: ReceiptVisit, sent: Submission, request: FastifyRequest): Promise<Answer> | Answer {
    const showsPreview = sent.step === 'show' && sent.from === 'preview';
    if (sent.step === 'issue') return this.turns.take(() => this.issue(visit, sent, request));
    if (sent.step === 'preview' || showsPreview)
      return this.turns.take(() => this.preview(visit, sent, request));
    return { page: receiptPage(visit, sent.values) };
  }

  /** The receipts that a form names: that of the page, those of before, and the one that is added. */
  private async gather(
    visit: ReceiptVisit,
    { step, keys, removed, values }: Submission,
    request: FastifyRequest,
  ): Promise<{ visit: ReceiptVisit; errors: readonly FieldError[]; status?: number }> {
    const [first] = visit.receipts;
    const words = texts[visit.language];
    const added = step === 'add' ? writeKey(values.key ?? '') : '';
    const wanted = [...keys.filter((key) => step !== 'remove' || key !== removed), added];
    const others: FoundReceipt[] = [];
    for (const key of new Set(wanted)) {
      if (key === '' || key === first.receipt.key) continue;
      const refuse = (message: string, status = 400) => ({
        visit: { ...visit, receipts: [first, ...others] satisfies Receipts },
        errors: [{ name: 'key' as const, message }],
        status,
      });
      if (others.length + 1 >= MOST_RECEIPTS) return refuse(words.tooMany(MOST_RECEIPTS));
      // At their own portal: one of another organization is as unknown as one that never was.
      const portal = { ...visit.portal, organization: first.organization };
      const sought = await this.doors.find(request, { ...visit, portal }, key);
      if ('waitSeconds' in sought) return refuse(words.wait, 429);
      if (!('found' in sought)) return refuse(words.wrongKey, 404);
      const { found } = sought;
      if (found.tenant.livemode !== first.tenant.livemode) return refuse(words.wrongKey, 404);
      if (found.state !== 'open') {
        const reason =
          found.state === 'invoiced' ? words.invoiced : closed[found.state][visit.language].title;
        return refuse(`${key}: ${reason}`, 409);
      }
      others.push(found);
    }
    return { visit: { ...visit, receipts: [first, ...others] }, errors: [] };
  }

  private async preview(visit: ReceiptVisit, sent: Submission, request: FastifyRequest): Promise<Answer> {
    const [first] = visit.receipts;
    const call = callOf(first, request);
    const receiver = receiverOf(sent.values, first.organization);
    if (!receiver.ok) return this.refused(visit, sent, await this.withMismatches(receiver, sent, call));
    const planned = await this.invoicing.plan(call, visit.receipts, receiver.value);
    if (!planned.ok) return this.refused(visit, sent, planned);
    // The form in another language is still that of the same invoice.
    const known = this.attempts.read(sent.attempt, first.receipt.id) !== undefined && sent.step === 'show';
    const attempt = known ? sent.attempt : this.attempts.begin(first.receipt.id);
    return { page: previewPage(visit, sent.values, planned.value, attempt) };
  }

  private async issue(visit: ReceiptVisit, sent: Submission, request: FastifyRequest): Promise<Answer> {
    const [first] = visit.receipts;
    const { receipt, organization, tenant } = first;
    const call = callOf(first, request);
    const invoice = this.attempts.read(sent.attempt, receipt.id);
    if (invoice === undefined) return this.preview(visit, sent, request);
    const receiver = receiverOf(sent.values, organization);
    if (!receiver.ok) return this.refused(visit, sent, receiver);
    const issued = await this.invoicing.issue(call, invoice, visit.receipts, receiver.value);
    const waiting = { again: { attempt: sent.attempt } };
    if (!issued.ok) {
      // The work may go on: the page says so, and looks what comes of it.
      if (issued.refusal.code === 'service_unavailable') return waiting;
      return this.refused(visit, sent, issued);
    }
    await this.audit.record(request, {
      organizationId: tenant.organizationId,
      resource: { type: 'receipt', id: receipt.id },
      outcome: 'succeeded',
    });
    if (!issued.value) return waiting;
    const { email } = receiver.value.customer;
    const mailed = email ? await this.send(visit, invoice, email, call) : undefined;
    return { again: mailed?.ok ? { mailed: true } : {} };
  }

  /** Mails what was issued, to whom the visitor says. */
  private async mail(visit: ReceiptVisit, { values }: Submission, request: FastifyRequest): Promise<Answer> {
    const [first] = visit.receipts;
    const { receipt, tenant } = first;
    const email = (values.email ?? '').trim();
    const invoice = await this.invoices.find(tenant, receipt.invoice ?? '');
    if (!invoice.ok) return { again: {} };
    const doc = parseInvoiceDoc(invoice.value.doc);
    const refused = (refusal: Refusal): Answer => {
      const errors = fieldErrors(refusal, visit.language);
      const status = statusOf(refusal.code, refusal.location);
      const failure = errors.length > 0 ? {} : { failure: failureOf(refusal, visit.language) };
      return {
        refusal,
        page: donePage(visit, invoice.value, doc, { email, wrong: { status, errors, ...failure } }),
      };
    };
    if (!isEmail(email)) {
      const code = email === '' ? 'required' : 'invalid_format';
      return refused(
        refuseFields([field('email', code, { params: { expected: 'name@example.com' } })]).refusal,
      );
    }
    this.limiter.take('create', receipt.id);
    const sent = await this.send(visit, invoice.value.id, email, callOf(first, request));
    return sent.ok ? { again: { mailed: true } } : refused(sent.refusal);
  }

  private async send(visit: ReceiptVisit, id: string, email: string, call: CallContext) {
    const { organization, language } = visit;
    const found = await this.invoices.find(call.tenant, id);
    if (!found.ok) return found;
    const { xml_key, timbre_xml, receipt_key } = found.value;
    const data = {
      ...{ xml_key, timbre_xml, receipt_key, file_name: fileNameOf(found.value, organization) },
      invoice: parseInvoiceDoc(found.value.doc),
    };
    const mailed = await this.mailer.send(
      { template: 'invoice', to: [email], language, organization, data },
      call,
    );
    return mailed.ok && mailed.value === 'refused' ? refuse('invoice_email_delivery_failed') : mailed;
  }

  /** What was typed wrong, and what the register says of the rest: everything is shown at once. */
  private async withMismatches(
    refused: Refused,
    { values }: Submission,
    call: CallContext,
  ): Promise<Refused> {
    const { details = [] } = refused.refusal;
    const others = await this.invoicing.problemsOf(call, readableCustomer(values));
    if (!others.ok) return refused;
    const known = details.map((detail) => ({ ...detail, path: `customer.${detail.path ?? ''}` }));
    return refuseFields([...details, ...besideKnown(known, others.value)]);
  }

  private refused(visit: ReceiptVisit, { values }: Submission, { refusal }: Refused): Answer {
    const { language } = visit;
    const errors = fieldErrors(refusal, language);
    const isOurs = refusal.code !== 'invalid_request' && refusal.code !== 'receipt_keys_not_found';
    const failure =
      refusal.code === 'receipt_not_open' || refusal.code === 'organization_incomplete'
        ? noticeOf(refusal.code, language).paragraphs.join(' ')
        : failureOf(refusal, language);
    const wrong: Wrong = {
      status: isOurs ? statusOf(refusal.code, refusal.location) : 400,
      errors,
      ...(errors.length === 0 && { failure }),
    };
    return { refusal, page: receiptPage(visit, values, wrong) };
  }
}

/** Events and mails say that it was whoever has the receipt's key. */
export const callOf = ({ tenant, receipt }: FoundReceipt, request: FastifyRequest): CallContext => ({
  ...{ tenant, actor: `self-invoice:${receipt.id}`, correlationId: request.id },
});
