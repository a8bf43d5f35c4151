import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Language, type Refusal } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { RateLimiter, sayRetryAfter } from '#http';
import { AuditLog } from '../../audit/audit-log.js';
import { OrganizationCertificates } from '../../organizations/certificates.js';
import { OnboardingLinks } from '../../organizations/onboarding-links.js';
import { SupportContact } from '../../organizations/support-contact.js';
import {
  hostPages,
  pageLanguage,
  sendPage,
  sendRefusal,
  type Page,
  VISITS,
  type Closed,
  type KeyRequest,
} from '../hosting.js';
import { isOfBody, mayUpload } from '../key-files/bodies.js';
import { dropRest } from '../key-files/drop-rest.js';
import { readForm } from '../key-files/form.js';
import { PublicUrl } from '../public-url.js';
import { donePage, formPage, refusalPage, unusablePage, type Visit } from './views.js';

/**
 * The hosted page on which an issuer uploads its certificate by its link: `GET /onboarding/<key>` shows the form, `POST` takes
 * the files into use once, as PUT certificate does, and `GET /onboarding/<key>/done` says so. 404 for an unknown key, 410 for a
 * link that is used, expired or replaced. There are no cookies, so a form that another site sends could do no more than its
 * sender could: who has the key may upload.
 */
@Injectable()
export class OnboardingPages implements OnModuleInit {
  /** The pages are public, so requests per minute and address are limited, and uploads per minute and link. */
  private readonly limiter = new RateLimiter({ detail: VISITS, heavy: { perMinute: 20 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly links: OnboardingLinks,
    private readonly certificates: OrganizationCertificates,
    private readonly contact: SupportContact,
    private readonly publicUrl: PublicUrl,
    private readonly audit: AuditLog,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const { log, limiter } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const refusalsPage = (refusal: Refusal, language: Language, request: FastifyRequest) =>
      this.refusedPage(refusal, language, request as KeyRequest);
    hostPages(fastify, { refusalPage: refusalsPage, log, limiter }, (scope) => {
      scope.get('/onboarding/:key', (request: KeyRequest, reply) => this.show(request, reply));
      scope.post('/onboarding/:key', (request: KeyRequest, reply) => this.submit(request, reply));
      scope.get('/onboarding/:key/done', (request: KeyRequest, reply) => this.done(request, reply));
    });
  }

  private async show(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    return sendPage(reply, formPage(visit));
  }

  private async submit(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    const { found, language, path } = visit;
    this.limiter.take('heavy', found.organization.id);
    const form = readForm(request);
    const taken = form.ok ? await this.certificates.setByLink(found, form.value, request.id) : form;
    if (taken.ok) {
      const { id } = found.organization;
      const resource = { type: 'organization', id };
      await this.audit.record(request, { organizationId: id, resource, outcome: 'succeeded' });
      return reply.redirect(`${path}/done?lang=${language}`, 303);
    }
    const { refusal } = taken;
    sayRetryAfter(refusal, reply);
    // Another form was quicker, or another link was made meanwhile: the page says which.
    if (refusal.code === 'onboarding_link_unavailable') {
      const now = await this.open(request);
      if ('refusal' in now) return sendRefusal(now.refusal, request, reply, now.page);
      return sendRefusal(refusal, request, reply, unusablePage('expired', visit));
    }
    if (refusal.code === 'organization_not_found')
      return sendRefusal(refusal, request, reply, refusalPage(refusal, language));
    return sendRefusal(refusal, request, reply, formPage(visit, refusal));
  }

  private async done(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.visit(request);
    if (visit?.found.state === 'completed') return sendPage(reply, donePage(visit));
    return reply.redirect(
      `${this.publicUrl.pathOf('/onboarding', request.params.key)}?lang=${pageLanguage(request)}`,
      303,
    );
  }

  /**
   * The page of what was refused before the form was looked at. A body that is too large is let come in and forgotten, so that
   * the browser reads its answer: the form again, which says so.
   */
  private async refusedPage(refusal: Refusal, language: Language, request: KeyRequest): Promise<Page> {
    if (!isOfBody(refusal)) return refusalPage(refusal, language);
    const visit = await this.open(request);
    if ('refusal' in visit) return visit.page;
    if (refusal.code === 'payload_too_large' && mayUpload(this.limiter, visit.found.organization.id))
      await dropRest(request);
    return formPage(visit, refusal);
  }

  /** The visit to a link that can be used; any other is closed. */
  private async open(request: KeyRequest): Promise<Visit | Closed> {
    const visit = await this.visit(request);
    if (!visit) {
      const { refusal } = refuse('onboarding_link_not_found', { location: 'params', path: 'key' });
      return { refusal, page: refusalPage(refusal, pageLanguage(request)) };
    }
    const { state } = visit.found;
    if (state === 'open') return visit;
    const { refusal } = refuse('onboarding_link_unavailable', { location: 'params', path: 'key' });
    return { refusal, page: unusablePage(state, visit) };
  }

  private async visit(request: KeyRequest): Promise<Visit | undefined> {
    const found = await this.links.find(request.params.key);
    if (!found) return undefined;
    const organization = await this.contact.shown(found.organization);
    return {
      found: { ...found, organization },
      language: pageLanguage(request),
      path: this.publicUrl.pathOf('/onboarding', request.params.key),
    };
  }
}
