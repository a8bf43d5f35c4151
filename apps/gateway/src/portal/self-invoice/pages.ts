import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Language, type Refusal } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { guardHosts, HttpRefusal, RateLimiter } from '#http';
import { parseInvoiceDoc } from '../../docs.js';
import { TYPES } from '../../files/file.js';
import { InvoiceFiles } from '../../files/invoice-files.js';
import { InvoiceQueries } from '../../invoices/queries.js';
import { hostPages, pageLanguage, sendPage, sendRefusal, VISITS, type Page } from '../hosting.js';
import { Attempts } from './attempts.js';
import { Doors, type Place, type PortalRequest, type Shut } from './doors.js';
import { failureOf } from './form.js';
import { PortalInvoicing } from './invoicing.js';
import { nobody } from './notices.js';
import { writeKey } from './receipts.js';
import { callOf, Submissions, type Answer } from './submissions.js';
import { texts } from './texts.js';
import {
  askPage,
  closedPage,
  donePage,
  pendingPage,
  receiptPage,
  refusalPage,
  type ReceiptVisit,
} from './views.js';

/** How often a browser looks whether a pending invoice is stamped. */
const REFRESH_SECONDS = 4;

/**
 * The portal on which customers invoice their receipts: `/{domain}` asks for the key, `/{domain}/{key}` shows the receipt, its
 * form, and in the end the invoice. It lives under names that organizations choose, so its routes are those of the last resort:
 * a path that is nobody's portal is answered as it was before there were any.
 */
@Injectable()
export class SelfInvoicePages implements OnModuleInit {
  /** Visits a minute and address; files a minute and receipt. */
  private readonly limiter = new RateLimiter({ detail: VISITS, heavy: { perMinute: 30 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly doors: Doors,
    private readonly submissions: Submissions,
    private readonly invoicing: PortalInvoicing,
    private readonly attempts: Attempts,
    private readonly invoices: InvoiceQueries,
    private readonly files: InvoiceFiles,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const { log, limiter, host, doors } = this;
    const page = (refusal: Refusal, language: Language) => refusalPage(refusal, language);
    guardHosts(host.httpAdapter, (request) => doors.guard(request));
    hostPages(
      host.httpAdapter.getInstance<FastifyInstance>(),
      { refusalPage: page, log, limiter },
      (scope) => {
        const read = (request: FastifyRequest, reply: FastifyReply) =>
          this.read(request as PortalRequest, reply);
        const write = (request: FastifyRequest, reply: FastifyReply) =>
          this.submit(request as PortalRequest, reply);
        for (const path of ['/', '/:domain', '/:domain/:key', '/:domain/:key/:file']) scope.get(path, read);
        for (const path of ['/:domain', '/:domain/:key']) scope.post(path, write);
      },
    );
  }

  private async read(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.doors.enter(request);
    if (!place) return nowhere(request, reply);
    const [key, format, ...others] = place.rest;
    if (others.length > 0) return nowhere(request, reply);
    if (key === undefined) return this.ask(place, request, reply);
    const visit = await this.open(place, key, request, reply);
    if (!visit) return reply;
    if (format !== undefined) return this.download(visit, format, request, reply);
    return visit.receipts[0].state === 'invoiced'
      ? this.showInvoice(visit, request, reply)
      : this.showReceipt(visit, request, reply);
  }

  private async submit(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.doors.enter(request);
    const [key, ...others] = place?.rest ?? [];
    if (!place || key === undefined || others.length > 0) return nowhere(request, reply);
    const visit = await this.open(place, key, request, reply);
    if (!visit) return reply;
    return send(await this.submissions.take(visit, request), request, reply);
  }

  /** The way to a receipt: its key in the address, or in the field of the page. */
  private ask({ visit }: Place, request: PortalRequest, reply: FastifyReply): FastifyReply {
    const { key } = request.query as Record<string, unknown>;
    if (typeof key !== 'string') return sendPage(reply, askPage(visit));
    const written = writeKey(key);
    if (written !== '')
      return reply.redirect(
        `${visit.portal.path}/${encodeURIComponent(written.slice(0, 40))}?lang=${visit.language}`,
        303,
      );
    const errors = [{ name: 'key' as const, message: texts[visit.language].fields.key.hint ?? '' }];
    return sendPage(reply, askPage(visit, '', { status: 400, errors }));
  }

  /** The visit to a receipt that can be shown; for any other the reply is sent, and it is undefined. */
  private async open(
    { visit }: Place,
    key: string,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<ReceiptVisit | undefined> {
    const sought = await this.doors.find(request, visit, key);
    if ('path' in sought) return void reply.redirect(`${sought.path}?lang=${visit.language}`, 303);
    if ('refusal' in sought) return void shut(sought, request, reply);
    const { found } = sought;
    const ending = this.doors.shut(visit, found);
    if (ending) return void shut(ending, request, reply);
    return { ...visit, organization: found.organization, receipts: [found] };
  }

  /** The receipt and its form; or, after an attempt whose end nobody knew, what has become of that. */
  private async showReceipt(
    visit: ReceiptVisit,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { attempt } = request.query as Record<string, unknown>;
    const [{ receipt }] = visit.receipts;
    const invoice = typeof attempt === 'string' ? this.attempts.read(attempt, receipt.id) : undefined;
    if (invoice === undefined) return sendPage(reply, receiptPage(visit, {}));
    const looked = await this.invoicing.look(callOf(visit.receipts[0], request), invoice);
    if (looked.ok) return wait(visit, request, reply);
    const failure = failureOf(looked.refusal, visit.language);
    return sendPage(reply, receiptPage(visit, {}, { status: 409, errors: [], failure }));
  }

  private async showInvoice(
    visit: ReceiptVisit,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const [{ receipt, tenant }] = visit.receipts;
    const found = await this.invoices.find(tenant, receipt.invoice ?? '');
    // The list of invoices is behind that of receipts.
    if (!found.ok || found.value.uuid === null) return wait(visit, request, reply);
    const { mailed } = request.query as Record<string, unknown>;
    const note = mailed === '1' ? { note: texts[visit.language].mailed } : {};
    return sendPage(reply, donePage(visit, found.value, parseInvoiceDoc(found.value.doc), note));
  }

  private async download(
    visit: ReceiptVisit,
    format: string,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const [found] = visit.receipts;
    const { receipt, state } = found;
    if (format !== 'pdf' && format !== 'xml') return nowhere(request, reply);
    if (state !== 'invoiced' || receipt.invoice === null)
      return reply.redirect(`${visit.portal.path}/${receipt.key}?lang=${visit.language}`, 303);
    this.limiter.take('heavy', receipt.id);
    const available = await this.files.document(callOf(found, request), receipt.invoice, format);
    const made = available.ok ? await available.value.make() : available;
    if (!made.ok)
      return sendRefusal(made.refusal, request, reply, refusalPage(made.refusal, visit.language, visit));
    const { name, content } = made.value;
    return reply
      .type(TYPES[format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  }
}

/** A page that the browser asks for again, by a header: a page that moves by itself would disturb a screen reader. */
function wait(visit: ReceiptVisit, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { attempt } = request.query as Record<string, unknown>;
  const { portal, receipts, language } = visit;
  const address = `${portal.path}/${receipts[0].receipt.key}?lang=${language}`;
  const href = typeof attempt === 'string' ? `${address}&attempt=${encodeURIComponent(attempt)}` : address;
  void reply.header('refresh', `${REFRESH_SECONDS}; url=${href}`);
  return sendPage(reply, pendingPage(visit, href));
}

function shut(
  { refusal, page, waitSeconds }: Shut,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (waitSeconds !== undefined) void reply.header('retry-after', String(waitSeconds));
  return sendRefusal(refusal, request, reply, page);
}

function send(answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
  return answer.refusal
    ? sendRefusal(answer.refusal, request, reply, answer.page)
    : sendPage(reply, answer.page);
}

/** A name that nobody has. People are shown a page; everybody else gets the 404 of the API, as for any path. */
function nowhere(request: PortalRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw new HttpRefusal(refuse('not_found').refusal);
  const language = pageLanguage(request);
  const portal = { organization: null, path: '' };
  const page: Page = closedPage({ portal, organization: undefined, language }, 404, nobody);
  return sendPage(reply, page);
}
