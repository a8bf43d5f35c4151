import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Language, type Refusal, type Result } from '#kernel';
import { RateLimiter, sayRetryAfter } from '#http';
import { LOG, type Logger } from '#hosting';
import { AuditLog } from '../../audit/audit-log.js';
import type { CallContext } from '../../commands.js';
import { ManifestLinks, type FoundManifestLink } from '../../organizations/pacs/manifest-links.js';
import { OrganizationManifests } from '../../organizations/pacs/manifests.js';
import { SupportContact } from '../../organizations/support-contact.js';
import {
  hostPages,
  pageLanguage,
  sendPage,
  sendRefusal,
  VISITS,
  type Closed,
  type KeyRequest,
  type Page,
} from '../hosting.js';
import { isOfBody, mayUpload } from '../key-files/bodies.js';
import { dropRest } from '../key-files/drop-rest.js';
import { readForm } from '../key-files/form.js';
import { PublicUrl } from '../public-url.js';
import { donePage, manifestPage, refusalPage, unusablePage, type Manifest, type Visit } from './views.js';

/**
 * The hosted page on which a legal representative signs the manifest of a PAC by a link: `GET /manifest/<key>` shows the text
 * and the form, `POST` signs as POST manifest does, and `GET /manifest/<key>/done` says so. 404 for an unknown key, 410 for a
 * link that is used or expired. There are no cookies: who has the key may sign, with a FIEL of the organization's RFC.
 */
@Injectable()
export class ManifestPages implements OnModuleInit {
  /** The pages are public, and each asks a PAC: requests per minute and address, and per minute and organization. */
  private readonly limiter = new RateLimiter({ detail: VISITS, heavy: { perMinute: 20 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly links: ManifestLinks,
    private readonly manifests: OrganizationManifests,
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
      scope.get('/manifest/:key', (request: KeyRequest, reply) => this.show(request, reply));
      scope.post('/manifest/:key', (request: KeyRequest, reply) => this.submit(request, reply));
      scope.get('/manifest/:key/done', (request: KeyRequest, reply) => this.done(request, reply));
    });
  }

  private async show(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    this.limiter.take('heavy', visit.found.organization.id);
    const manifest = await this.read(visit, request);
    return manifest.ok
      ? sendPage(reply, manifestPage(visit, manifest.value))
      : this.close(manifest.refusal, visit, request, reply);
  }

  private async submit(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.open(request);
    if ('refusal' in visit) return sendRefusal(visit.refusal, request, reply, visit.page);
    const { found, language, path } = visit;
    const { organization, pac, email } = found;
    this.limiter.take('heavy', organization.id);
    const form = readForm(request);
    const signature = form.ok ? { files: form.value, ...(email !== null && { email }) } : undefined;
    const signed = signature
      ? await this.manifests.signFor(organization, pac, signature, contextOf(found, request.id))
      : form;
    if (signed.ok) {
      await this.links.complete(found);
      const { id } = organization;
      const resource = { type: 'organization', id };
      await this.audit.record(request, { organizationId: id, resource, outcome: 'succeeded' });
      return reply.redirect(`${path}/done?lang=${language}`, 303);
    }
    const { refusal } = signed;
    sayRetryAfter(refusal, reply);
    const manifest = await this.read(visit, request);
    if (!manifest.ok) return this.close(refusal, visit, request, reply);
    return sendRefusal(refusal, request, reply, manifestPage(visit, manifest.value, refusal));
  }

  private async done(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.visit(request);
    if (visit?.found.state === 'completed') return sendPage(reply, donePage(visit));
    const path = this.publicUrl.pathOf('/manifest', request.params.key);
    return reply.redirect(`${path}?lang=${pageLanguage(request)}`, 303);
  }

  private read({ found }: Visit, request: KeyRequest): Promise<Result<Manifest>> {
    const { organization, pac, email } = found;
    return this.manifests.read(organization, pac, email ?? undefined, contextOf(found, request.id));
  }

  private close(
    refusal: Refusal,
    { found, language }: Visit,
    request: KeyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    return sendRefusal(refusal, request, reply, refusalPage(refusal, language, found));
  }

  /**
   * The page of what was refused before the form was looked at. A body that is too large is let come in and forgotten, so that
   * the browser reads its answer: the form again, which says so.
   */
  private async refusedPage(refusal: Refusal, language: Language, request: KeyRequest): Promise<Page> {
    if (!isOfBody(refusal)) return refusalPage(refusal, language);
    const visit = await this.open(request);
    if ('refusal' in visit) return visit.page;
    if (!mayUpload(this.limiter, visit.found.organization.id))
      return refusalPage(refusal, language, visit.found);
    if (refusal.code === 'payload_too_large') await dropRest(request);
    const manifest = await this.read(visit, request);
    return manifest.ok
      ? manifestPage(visit, manifest.value, refusal)
      : refusalPage(refusal, language, visit.found);
  }

  /** The visit to a link that can be used; any other is closed. */
  private async open(request: KeyRequest): Promise<Visit | Closed> {
    const visit = await this.visit(request);
    if (!visit) {
      const { refusal } = refuse('manifesto_link_not_found', { location: 'params', path: 'key' });
      return { refusal, page: refusalPage(refusal, pageLanguage(request)) };
    }
    const { state } = visit.found;
    if (state === 'open') return visit;
    const { refusal } = refuse('manifesto_link_unavailable', { location: 'params', path: 'key' });
    return { refusal, page: unusablePage(state, visit) };
  }

  private async visit(request: KeyRequest): Promise<Visit | undefined> {
    const found = await this.links.find(request.params.key);
    if (!found) return undefined;
    const organization = await this.contact.shown(found.organization);
    return {
      found: { ...found, organization },
      language: pageLanguage(request),
      path: this.publicUrl.pathOf('/manifest', request.params.key),
    };
  }
}

/** Who signs by a link, as events name it. */
const contextOf = ({ organization, id }: FoundManifestLink, correlationId: string): CallContext => ({
  tenant: { organizationId: organization.id, livemode: false },
  ...{ actor: `manifest-link:${id}`, correlationId },
});
