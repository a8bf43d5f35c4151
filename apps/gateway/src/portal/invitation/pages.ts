import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Language, type Refusal, type Result } from '#kernel';
import { hashSecretKey } from '#contracts';
import { LOG, type Logger } from '#hosting';
import { RateLimiter } from '#http';
import { AuditLog } from '../../audit/audit-log.js';
import { InvitationLinks, type OpenInvitation } from '../../organizations/invitation-links.js';
import { SupportContact } from '../../organizations/support-contact.js';
import {
  hostPages,
  pageLanguage,
  sendPage,
  sendRefusal,
  type Page,
  VISITS,
  type KeyRequest,
} from '../hosting.js';
import { PublicUrl } from '../public-url.js';
import { nameOf, readSubmission, type Submission } from './form.js';
import { closedPage, codeOf, formPage, keyPage, refusalPage, type Visit } from './views.js';

/** A page that ends a request. */
interface Ending {
  readonly page: Page;
  /** Undefined: it is no fault. */
  readonly refusal?: Refusal;
}
interface Open {
  readonly visit: Visit;
  readonly open: OpenInvitation;
}

/**
 * The hosted page on which somebody answers an invitation by the link of its mail: `GET /invitation/<key>` shows who invites
 * whom to what, `POST` answers, once. Whoever had no user is shown a key by the answer to that POST and by nothing else, so
 * it is no redirect; sent again, it says that the invitation is accepted. There are no cookies: a form that another site
 * sends could do no more than its sender, who would need the key of the link.
 */
@Injectable()
export class InvitationPages implements OnModuleInit {
  /** The pages are public, so requests per minute and address are limited, and answers per minute and link. */
  private readonly limiter = new RateLimiter({ detail: VISITS, write: { perMinute: 20 } });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly links: InvitationLinks,
    private readonly contact: SupportContact,
    private readonly audit: AuditLog,
    private readonly publicUrl: PublicUrl,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const { log, limiter } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const refusalsPage = (refusal: Refusal, language: Language) => refusalPage(refusal, language);
    hostPages(fastify, { refusalPage: refusalsPage, log, limiter }, (scope) => {
      scope.get('/invitation/:key', (request: KeyRequest, reply) => this.show(request, reply));
      scope.post('/invitation/:key', (request: KeyRequest, reply) => this.answer(request, reply));
    });
  }

  private async show(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const found = await this.visit(request);
    if ('page' in found) return end(found, request, reply);
    return sendPage(reply, formPage(found.visit, found.open));
  }

  private async answer(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const found = await this.visit(request);
    if ('page' in found) return end(found, request, reply);
    const { visit, open } = found;
    const sent = readSubmission(request.body);
    const { fullName } = sent;
    if (sent.switchesLanguage || sent.answer === undefined)
      return sendPage(reply, formPage(visit, open, { fullName }));
    this.limiter.take('write', hashSecretKey(request.params.key));
    const taken = await this.take(found, sent, request.id);
    await this.note(request, found, taken);
    if (taken.ok) {
      if (taken.value !== null) return sendPage(reply, keyPage(visit, taken.value));
      return reply.redirect(`${visit.path}?lang=${visit.language}`, 303);
    }
    const { refusal } = taken;
    if (refusal.code === 'invalid_request')
      return sendRefusal(refusal, request, reply, formPage(visit, open, { fullName, refusal }));
    // Another answer was quicker, or it was cancelled meanwhile: the page says which.
    const now = await this.visit(request);
    if ('page' in now) return end(now, request, reply);
    return sendRefusal(refusal, request, reply, refusalPage(refusal, visit.language, visit.found));
  }

  /** Takes an answer. Gives the key of the user that it made; null where it made none. */
  private async take(
    { visit, open }: Open,
    { answer, fullName }: Submission,
    correlationId: string,
  ): Promise<Result<string | null>> {
    const { id } = visit.found.organization;
    if (answer === 'decline') {
      const declined = await this.links.decline(id, open.invite, correlationId);
      return declined.ok ? { ok: true, value: null } : declined;
    }
    if (!open.isNew && fullName === '') return this.links.accept(id, open.invite, undefined, correlationId);
    const name = nameOf(fullName);
    return name.ok ? this.links.accept(id, open.invite, name.value, correlationId) : name;
  }

  /** Tells the log of the organization. Input that was refused changed nothing, and is not in it. */
  private async note(request: KeyRequest, { visit, open }: Open, taken: Result<unknown>): Promise<void> {
    if (!taken.ok && taken.refusal.code === 'invalid_request') return;
    await this.audit.record(request, {
      organizationId: visit.found.organization.id,
      resource: { type: 'invite', id: open.invite.id },
      outcome: taken.ok ? 'succeeded' : 'denied',
    });
  }

  /** The visit to an invitation that can be answered; of any other, the page that says what became of it. */
  private async visit(request: KeyRequest): Promise<Open | Ending> {
    const language = pageLanguage(request);
    const found = await this.links.find(request.params.key, language);
    if (!found) {
      const { refusal } = refuse('invite_not_found', { location: 'params', path: 'key' });
      return { refusal, page: refusalPage(refusal, language) };
    }
    const organization = await this.contact.shown(found.organization);
    const visit = {
      found: { ...found, organization },
      language,
      path: this.publicUrl.pathOf('/invitation', request.params.key),
    };
    const { state, open } = found;
    if (state === 'open' && open) return { visit, open };
    const ended = state === 'open' ? 'role gone' : state;
    const page = closedPage(ended, visit);
    if (page.status === 200) return { page };
    return { page, refusal: refuse(codeOf(ended), { location: 'params', path: 'key' }).refusal };
  }
}

const end = ({ page, refusal }: Ending, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refusal ? sendRefusal(refusal, request, reply, page) : sendPage(reply, page);
