import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse, refuseFields, statusOf, type Refused } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { AuditLog } from '../../audit/audit-log.js';
import { Customers } from '../../customers/customers.js';
import { EditLinks } from '../../customers/edit-links.js';
import { besideKnown, RateLimiter } from '#http';
import { SupportContact } from '../../organizations/support-contact.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import {
  hostPages,
  pageLanguage,
  sendPage,
  sendRefusal,
  VISITS,
  type Closed,
  type KeyRequest,
} from '../hosting.js';
import { PublicUrl } from '../public-url.js';
import { fieldErrors } from './errors.js';
import { fieldsOf, valuesOf, type Values } from './form.js';
import { noticeOf } from './notices.js';
import { changesOf, readableChanges, switchesLanguage, toTypedValues } from './submission.js';
import { formPage, refusalPage, savedPage, unusablePage, type Visit } from './views.js';

/**
 * The hosted page on which a customer edits its own data by its link: `GET /tax-info/<key>` shows the form,
 * `POST` saves it once (or shows what was typed in the other language), `GET /tax-info/<key>/done` says so. 404 for
 * an unknown key, 410 for a link that is
 * used, expired or replaced.
 */
@Injectable()
export class TaxInfoPages implements OnModuleInit {
  /** The pages are public, so requests per minute and address are limited, and submits per minute and link. */
  private readonly limiter = new RateLimiter({ detail: VISITS, write: { perMinute: 20 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly links: EditLinks,
    private readonly customers: Customers,
    private readonly organizations: OrganizationDirectory,
    private readonly contact: SupportContact,
    private readonly publicUrl: PublicUrl,
    private readonly audit: AuditLog,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const { log, limiter } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    hostPages(fastify, { refusalPage, log, limiter }, (scope) => {
      scope.get('/tax-info/:key', (request: KeyRequest, reply) => this.show(request, reply));
      scope.post('/tax-info/:key', (request: KeyRequest, reply) => this.submit(request, reply));
      scope.get('/tax-info/:key/done', (request: KeyRequest, reply) => this.done(request, reply));
    });
  }

  private async show(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    return sendPage(reply, formPage(visit, valuesOf(visit.found.customer)));
  }

  private async submit(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    const { found, language, path } = visit;
    const { country } = found.customer.address;
    const values = toTypedValues(request.body, country);
    if (switchesLanguage(request.body)) return sendPage(reply, formPage(visit, values));
    this.limiter.take('write', found.customer.id);
    const changes = changesOf(values);
    const saved = changes.ok
      ? await this.customers.complete(found, changes.value, request.id)
      : await this.withMismatches(changes, visit, values, request.id);
    if (saved.ok) {
      const { organizationId } = found.tenant;
      const resource = { type: 'customer', id: found.customer.id };
      await this.audit.record(request, { organizationId, resource, outcome: 'succeeded' });
      return reply.redirect(`${path}/done?lang=${language}`, 303);
    }
    const { refusal } = saved;
    const { code, location } = refusal;
    // Another submit was quicker, or the customer is gone.
    if (code === 'customer_edit_link_unavailable')
      return sendRefusal(refusal, request, reply, unusablePage('completed', visit));
    if (code === 'customer_edit_link_not_found')
      return sendRefusal(refusal, request, reply, refusalPage(refusal, language));
    const status = statusOf(code, location);
    const errors = fieldErrors(refusal, fieldsOf(country), language);
    const failure = noticeOf(code, language).paragraphs.join(' ');
    const page = formPage(visit, values, { status, errors, ...(errors.length === 0 && { failure }) });
    return sendRefusal(refusal, request, reply, page);
  }

  /** What was typed wrong, and what the rest of the form is refused for: everything is shown at once. */
  private async withMismatches(
    refused: Refused,
    { found }: Visit,
    values: Values,
    correlationId: string,
  ): Promise<Refused> {
    const { details = [] } = refused.refusal;
    const changes = readableChanges(values);
    const { country } = found.customer.address;
    const input = { ...changes, address: { ...changes.address, country } };
    const others = besideKnown(details, await this.customers.problemsOf(found, input, correlationId));
    return refuseFields([...details, ...others]);
  }

  private async done(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.visit(request);
    if (visit?.found.state === 'completed') return sendPage(reply, savedPage(visit));
    return reply.redirect(
      `${this.publicUrl.pathOf('/tax-info', request.params.key)}?lang=${pageLanguage(request)}`,
      303,
    );
  }

  /** The visit to a link that can be used; any other is closed. */
  private async open(request: KeyRequest): Promise<Visit | Closed> {
    const visit = await this.visit(request);
    if (!visit) {
      const { refusal } = refuse('customer_edit_link_not_found', { location: 'params', path: 'key' });
      return { refusal, page: refusalPage(refusal, pageLanguage(request)) };
    }
    const { state } = visit.found;
    if (state === 'open') return visit;
    const { refusal } = refuse('customer_edit_link_unavailable', { location: 'params', path: 'key' });
    return { refusal, page: unusablePage(state, visit) };
  }

  private async visit(request: KeyRequest): Promise<Visit | undefined> {
    const found = await this.links.find(request.params.key);
    if (!found) return undefined;
    const { organizationId } = found.tenant;
    const organization = await this.contact.shown(await this.organizations.organization(organizationId));
    return {
      found,
      organization,
      language: pageLanguage(request),
      path: this.publicUrl.pathOf('/tax-info', request.params.key),
    };
  }
}
