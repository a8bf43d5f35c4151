import type { FastifyRequest } from 'fastify';
import { Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '#kernel';
import { HttpRefusal, isLastResort } from '#http';
import { NO_DOMAIN } from '#answers';
import { SupportContact } from '../../organizations/support-contact.js';
import { pageLanguage } from '../hosting.js';
import { Guesses } from './guesses.js';
import { closed, tooManyKeys } from './notices.js';
import { Portals, type Portal } from './portals.js';
import { ReceiptKeys, writeKey, type FoundReceipt } from './receipts.js';
import type { PortalPage } from './screens.js';
import { askPage, closedPage, type Visit } from './views.js';
import { texts } from './texts.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The portal whose own host the request was sent to. */
    portal?: Portal;
  }
}

export type PortalRequest = FastifyRequest<{ Params: Readonly<Record<string, string>> }>;

/** Where a request has come to: a portal, and what the path has beyond it. */
export interface Place {
  readonly visit: Visit;
  readonly rest: readonly string[];
}

/** A refusal, the page that people are shown for it, and how long to wait before the next try. */
export interface Shut {
  readonly refusal: Refusal;
  readonly page: PortalPage;
  readonly waitSeconds?: number;
}

/** A receipt that is to be looked for under its own organization's name. */
export interface Elsewhere {
  readonly path: string;
}

/** Leads a request to the portal and the receipt that it is for. */
@Injectable()
export class Doors {
  constructor(
    private readonly portals: Portals,
    private readonly keys: ReceiptKeys,
    private readonly guesses: Guesses,
    private readonly contact: SupportContact,
  ) {}

  /** Under a host of an organization's own its portal is answered, and nothing else. */
  guard(request: FastifyRequest): Promise<void> | undefined {
    // A preflight says what any host would answer (CORS), and nothing of ours.
    if (request.method === 'OPTIONS') return undefined;
    return this.portals.mayBeOwn(request.host) ? this.knock(request) : undefined;
  }

  private async knock(request: FastifyRequest): Promise<void> {
    const portal = await this.portals.byHost(request.host);
    if (!portal) return;
    if (!isLastResort(request)) throw new HttpRefusal(refuse('not_found').refusal);
    request.portal = portal;
  }

  /** The portal of a request; undefined where nobody has it. */
  async enter(request: PortalRequest): Promise<Place | undefined> {
    const parts = ['domain', 'key', 'file'].flatMap((name) => request.params[name] ?? []);
    // Under a host of its own an organization's name may stand in the path all the same: as somebody put the two together.
    const isNamed = !request.portal || parts[0] === request.portal.organization?.domain;
    const rest = isNamed ? parts.slice(1) : parts;
    const portal = request.portal ?? (await this.portals.byDomain(parts[0] ?? ''));
    if (!portal) return undefined;
    return { visit: await this.visitOf(portal, request), rest };
  }

  private async visitOf(portal: Portal, request: FastifyRequest): Promise<Visit> {
    const { organization } = portal;
    return {
      ...{ portal, language: pageLanguage(request) },
      organization: organization === null ? undefined : await this.contact.shown(organization),
    };
  }

  /**
   * The receipt of a key at a portal. One of another organization is as unknown as one that never was; only the common portal
   * knows the way to those that have a name by now, since their receipts were printed before.
   */
  async find(
    request: FastifyRequest,
    visit: Visit,
    typed: string,
  ): Promise<{ readonly found: FoundReceipt } | Elsewhere | Shut> {
    const { portal, language } = visit;
    const key = writeKey(typed);
    const tried = await this.guesses.try(request.ip, async () => {
      const found = await this.keys.find(key);
      return !found || (portal.organization && portal.organization.id !== found.organization.id)
        ? undefined
        : found;
    });
    if ('waitSeconds' in tried) {
      const { waitSeconds } = tried;
      const { refusal } = refuse('rate_limit_exceeded', { params: { retryAfter: waitSeconds } });
      const notice = tooManyKeys(Math.ceil(waitSeconds / 60));
      return { refusal, waitSeconds, page: closedPage(visit, 429, notice) };
    }
    const { found } = tried;
    if (!found) {
      const { refusal } = refuse('receipt_not_found', { location: 'params', path: 'key' });
      const errors = [{ name: 'key' as const, message: texts[language].wrongKey }];
      return { refusal, page: askPage(visit, typed.slice(0, 20), { status: 404, errors }) };
    }
    const { domain, custom_domain } = found.organization;
    const isElsewhere = portal.organization === null && (domain ?? custom_domain) !== null;
    if (isElsewhere && domain !== null && domain !== NO_DOMAIN)
      return { path: `${portal.path.slice(0, -NO_DOMAIN.length)}${domain}/${key}` };
    const organization = await this.contact.shown(found.organization);
    return { found: { ...found, organization } };
  }

  /** The page of a receipt that is not open, and was not invoiced to a customer. */
  shut(visit: Visit, { state, organization, tenant }: FoundReceipt): Shut | undefined {
    if (state === 'open' || state === 'invoiced') return undefined;
    const where = { location: 'params', path: 'key' } as const;
    const { refusal } = refuse(state === 'expired' ? 'receipt_expired' : 'receipt_not_open', where);
    const status = state === 'global' ? 409 : 410;
    return { refusal, page: closedPage({ ...visit, organization }, status, closed[state], !tenant.livemode) };
  }
}
