import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '#kernel';
import { LOG, type Logger } from '#hosting';
import { HttpRefusal, refusalOf, sayRetryAfter, sendTagged, tagText } from '#http';
import { pageLanguage } from '../../hosting.js';
import { Doors, type Place, type PortalRequest } from '../doors.js';
import { PortalLimits } from '../limits.js';
import { Readings } from '../readings.js';
import { writeKey } from '../receipts.js';
import { Submissions } from '../submissions.js';
import { readAgain, refusalPage, type Again, type ReceiptVisit } from '../views.js';
import { sendAnswer } from './answer.js';
import { widgetScript } from './script.js';

const SCRIPT = tagText('text/javascript; charset=utf-8', widgetScript);
/** For some minutes a browser asks nobody; then it asks whether there is another. */
const CACHED = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * The portal in a shop's own page: the script that draws it, and the portal's pages as JSON. Scripts of any page may read
 * these (CORS): they show what a page of the portal shows to who has the key, and take no cookies that a page could borrow.
 * Forms are JSON, which no page sends without such a script: those of pages stay within the portal.
 */
@Injectable()
export class Widget implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly doors: Doors,
    private readonly readings: Readings,
    private readonly submissions: Submissions,
    private readonly limiter: PortalLimits,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.register((scope, _options, done) => {
      scope.addHook('onRequest', async (request) => void this.limiter.take('detail', request.ip));
      scope.addHook('onSend', (_request, reply, _payload, next) => {
        void reply.header('x-robots-tag', 'noindex, nofollow');
        next();
      });
      scope.setErrorHandler((error, request, reply) => {
        this.fail(error, request, reply);
      });
      try {
        // Under a host of an organization's own there is no name in the path.
        for (const portal of ['', '/:domain']) {
          scope.get(`${portal}/widget.js`, (request, reply) => this.script(request as PortalRequest, reply));
          scope.get(`${portal}/widget.json`, (request, reply) => this.read(request as PortalRequest, reply));
          scope.post(`${portal}/widget.json`, (request, reply) =>
            this.submit(request as PortalRequest, reply),
          );
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    });
  }

  private async script(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.enter(request);
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendTagged(request, reply, SCRIPT, CACHED);
  }

  private async read(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.enter(request);
    const query = request.query as Readonly<Record<string, unknown>>;
    const page = this.readings.ask(place.visit, query['key']);
    if (page) return sendAnswer(reply, page);
    const visit = await this.open(place, request, reply);
    return visit ? this.show(visit, readAgain(query), request, reply) : reply;
  }

  private async submit(request: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await this.enter(request);
    const visit = await this.open(place, request, reply);
    if (!visit) return reply;
    const answer = await this.submissions.take(visit, request);
    if (!('again' in answer)) return sendAnswer(reply, answer.page, answer);
    // The receipt has become something else by now.
    const changed = await this.open(place, request, reply);
    return changed ? this.show(changed, answer.again, request, reply) : reply;
  }

  private async show(
    visit: ReceiptVisit,
    again: Again,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { page, waits } = await this.readings.show(visit, again, request);
    return sendAnswer(reply, page, waits ? { wait: again } : {});
  }

  /** @throws {HttpRefusal} not_found for a name that nobody has */
  private async enter(request: PortalRequest): Promise<Place> {
    const place = await this.doors.enter(request);
    if (!place || place.rest.length > 0) throw new HttpRefusal(refuse('not_found').refusal);
    return place;
  }

  /** The visit to the receipt of the key in the address; for any other the reply is sent, and it is undefined. */
  private async open(
    place: Place,
    request: PortalRequest,
    reply: FastifyReply,
  ): Promise<ReceiptVisit | undefined> {
    const { key } = request.query as Readonly<Record<string, unknown>>;
    const opened = await this.readings.open(
      place,
      writeKey(typeof key === 'string' ? key : '').slice(0, 40),
      request,
    );
    if ('visit' in opened) return opened.visit;
    if ('path' in opened) {
      const [portal = '', written = ''] = splitLast(opened.path);
      const address = `${portal}/widget.json?key=${encodeURIComponent(written)}&lang=${place.visit.language}`;
      void reply.redirect(address, 307);
      return undefined;
    }
    const { page, refusal, waitSeconds } = opened;
    if (waitSeconds !== undefined) void reply.header('retry-after', String(waitSeconds));
    void sendAnswer(reply, page, { refusal });
    return undefined;
  }

  private fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    let refusal: Refusal | undefined = refusalOf(error, request.routeOptions.bodyLimit);
    if (refusal?.code === 'not_found') return reply.callNotFound();
    if (!refusal) {
      const { id, method, routeOptions } = request;
      this.log.error(
        { err: error, log_id: id, method, route: routeOptions.url },
        'the widget failed by a bug',
      );
      refusal = refuse('internal_error').refusal;
    }
    sayRetryAfter(refusal, reply);
    void sendAnswer(reply, refusalPage(refusal, pageLanguage(request)), { refusal });
  }
}

const splitLast = (path: string): readonly string[] => {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
};
