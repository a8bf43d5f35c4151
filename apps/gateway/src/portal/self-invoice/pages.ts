import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Language, type Refusal } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { DOCS_PATH, guardHosts, HttpRefusal } from '#http';
import { TYPES } from '../../files/file.js';
import { InvoiceFiles } from '../../files/invoice-files.js';
import { hostPages, pageLanguage, sendPage, sendRefusal, type Page } from '../hosting.js';
import { Doors, type Place, type PortalRequest, type Shut } from './doors.js';
import { PortalLimits } from './limits.js';
import { nobody } from './notices.js';
import { Readings, REFRESH_SECONDS } from './readings.js';
import { writeKey } from './receipts.js';
import { callOf, Submissions } from './submissions.js';
import { addressOf, closedPage, readAgain, refusalPage, type ReceiptVisit } from './views.js';

/**
 * The portal on which customers invoice their receipts: `/{domain}` asks for the key, `/{domain}/{key}` shows the receipt, its
 * form, and in the end the invoice. It lives under names that organizations choose, so its routes are those of the last resort:
 * a path that is nobody's portal is answered as it was before there were any.
 */
@Injectable()
export class SelfInvoicePages implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly doors: Doors,
    private readonly submissions: Submissions,
    private readonly readings: Readings,
    private readonly limiter: PortalLimits,
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
    // The root of a host that is no portal's: whoever comes there looks for the API.
    if (!place) return isRoot(request) ? reply.redirect(DOCS_PATH, 302) : nowhere(request, reply);
    const [key, format, ...others] = place.rest;
    if (others.length > 0) return nowhere(request, reply);
    const query = request.query as Readonly<Record<string, unknown>>;
    if (key === undefined) return this.ask(place, query['key'], reply);
    const visit = await this.open(place, key, request, reply);
    if (!visit) return reply;
    if (format !== undefined) return this.download(visit, format, request, reply);
    const again = readAgain(query);
    const { page, waits } = await this.readings.show(visit, again, request);
    // By a header: a page that moves by itself would disturb a screen reader.
    if (waits) void reply.header('refresh', `${REFRESH_SECONDS}; url=${addressOf(visit, again)}`);
    return sendPage(reply, page);
  }

  private async submit(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.doors.enter(request);
    const [key, ...others] = place?.rest ?? [];
    if (!place || key === undefined || others.length > 0) return nowhere(request, reply);
    const visit = await this.open(place, key, request, reply);
    if (!visit) return reply;
    const answer = await this.submissions.take(visit, request);
    if ('again' in answer) return reply.redirect(addressOf(visit, answer.again), 303);
    return answer.refusal
      ? sendRefusal(answer.refusal, request, reply, answer.page)
      : sendPage(reply, answer.page);
  }

  /** The way to a receipt: its key in the address, or in the field of the page. */
  private ask({ visit }: Place, typed: unknown, reply: FastifyReply): FastifyReply {
    const page = this.readings.ask(visit, typed);
    if (page) return sendPage(reply, page);
    const key = encodeURIComponent(writeKey(String(typed)).slice(0, 40));
    return reply.redirect(`${visit.portal.path}/${key}?lang=${visit.language}`, 303);
  }

  /** The visit to a receipt that can be shown; for any other the reply is sent, and it is undefined. */
  private async open(
    place: Place,
    key: string,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<ReceiptVisit | undefined> {
    const opened = await this.readings.open(place, key, request);
    if ('visit' in opened) return opened.visit;
    if ('path' in opened) return void reply.redirect(`${opened.path}?lang=${place.visit.language}`, 303);
    return void shut(opened, request, reply);
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

function shut(
  { refusal, page, waitSeconds }: Shut,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (waitSeconds !== undefined) void reply.header('retry-after', String(waitSeconds));
  return sendRefusal(refusal, request, reply, page);
}

const isRoot = ({ routeOptions }: PortalRequest): boolean => routeOptions.url === '/';

/** A name that nobody has. People are shown a page; everybody else gets the 404 of the API, as for any path. */
function nowhere(request: PortalRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw new HttpRefusal(refuse('not_found').refusal);
  const language = pageLanguage(request);
  const portal = { organization: null, path: '' };
  const page: Page = closedPage({ portal, organization: undefined, language }, 404, nobody);
  return sendPage(reply, page);
}
