import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { RateLimiter } from '#http';
import { AuditLog } from '../../audit/audit-log.js';
import { OrganizationSettings } from '../../organizations/settings.js';
import { SupportContact } from '../../organizations/support-contact.js';
import { SupportLinks } from '../../organizations/support-links.js';
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
import { confirmPage, refusalPage, unusablePage, verifiedPage, type Visit } from './views.js';

/**
 * The hosted page on which the owner of a support address confirms it by the link of the mail: `GET /support-email/<key>`
 * shows a button, `POST` confirms once, and from then on the page says that the address is confirmed. 404 for an unknown
 * key, 410 for a link that is expired or replaced.
 */
@Injectable()
export class SupportEmailPages implements OnModuleInit {
  /** The pages are public, so requests per minute and address are limited, and confirmations per minute and organization. */
  private readonly limiter = new RateLimiter({ detail: VISITS, write: { perMinute: 20 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly links: SupportLinks,
    private readonly settings: OrganizationSettings,
    private readonly contact: SupportContact,
    private readonly publicUrl: PublicUrl,
    private readonly audit: AuditLog,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const { log, limiter } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    hostPages(fastify, { refusalPage, log, limiter }, (scope) => {
      scope.get('/support-email/:key', (request: KeyRequest, reply) => this.show(request, reply));
      scope.post('/support-email/:key', (request: KeyRequest, reply) => this.confirm(request, reply));
    });
  }

  private async show(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.visit(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    return sendPage(reply, visit.found.state === 'verified' ? verifiedPage(visit) : confirmPage(visit));
  }

  private async confirm(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.visit(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    const { found, language, path } = visit;
    if (found.state !== 'verified') {
      this.limiter.take('write', found.organization.id);
      const done = await this.settings.verifySupportEmail(found, request.id);
      // Another confirmation may have been quicker: the page says which.
      if (!done.ok && done.refusal.code !== 'support_email_link_unavailable')
        return sendRefusal(done.refusal, request, reply, refusalPage(done.refusal, language));
      if (done.ok) {
        const { id } = found.organization;
        const resource = { type: 'organization', id };
        await this.audit.record(request, { organizationId: id, resource, outcome: 'succeeded' });
      }
    }
    return reply.redirect(`${path}?lang=${language}`, 303);
  }

  /** The visit to a link that is open, or whose address is verified; any other is closed. */
  private async visit(request: KeyRequest): Promise<Visit | Closed> {
    const language = pageLanguage(request);
    const found = await this.links.find(request.params.key);
    if (!found) {
      const { refusal } = refuse('support_email_link_not_found', { location: 'params', path: 'key' });
      return { refusal, page: refusalPage(refusal, language) };
    }
    const organization = await this.contact.shown(found.organization);
    const visit = {
      found: { ...found, organization },
      language,
      path: this.publicUrl.pathOf('/support-email', request.params.key),
    };
    const { state } = found;
    if (state === 'open' || state === 'verified') return visit;
    const { refusal } = refuse('support_email_link_unavailable', { location: 'params', path: 'key' });
    return { refusal, page: unusablePage(state, visit) };
  }
}
