import { Inject, Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import {
  inboundMailKey,
  inboundMailsReadModel,
  organizationsReadModel,
  tenantOfToken,
  type InboundMailHead,
} from '#contracts';
import type { ContentStore } from '#eventing';
import { CLOCK, CONFIG, CONTENTS, POOL, type Config } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import type { HandedOver } from './envelope.js';
import { readHead, type ReadHead } from './head.js';
import { mailIdOf } from './mail-id.js';
import { inboundMailOf } from './secret.guard.js';

/** What became of a mail at one of its addresses. */
export interface Reception {
  /** `unknown`: nobody has the address, or has it any more. `duplicate`: the same mail came before. */
  readonly status: 'accepted' | 'duplicate' | 'unknown';
  readonly id: string | null;
}

/** An address that has had too many mails within the hour: the provider is asked to send it again. */
const LIMITED = 'limited';

const HOUR_MS = 60 * 60 * 1000;
/** Mails of an address within an hour: above it, somebody has got hold of it who should not have. */
export const MOST_AN_HOUR = 500;
/** A mail is for one organization; a list of addresses of ours is somebody's try. */
const MOST_ADDRESSES = 10;
/** How long a mail waits at most until it is processed, which takes seconds. */
const KEPT_MS = 7 * 24 * HOUR_MS;
const RETRY_AFTER_SECONDS = 600;

/** Takes the mails that the provider hands over: sealed and stored before it is told so, and once each. */
@Injectable()
export class MailReceiving {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: CommandSender,
  ) {}

  /**
   * Takes a mail for each of its addresses of ours. An address of nobody is no error: the provider would try for days.
   * Refused: rate_limit_exceeded where one has had too many within the hour, service_unavailable; then the provider sends it
   * again, and finds what was taken.
   */
  async receive(
    { raw, recipients }: HandedOver,
    correlationId: string,
  ): Promise<Result<readonly Reception[]>> {
    const head = await readHead(raw);
    const receptions: Reception[] = [];
    let isLimited = false;
    for (const token of this.tokensOf(recipients ?? head.recipients)) {
      const received = await this.receiveAt(token, raw, head, correlationId);
      if (!received.ok) return received;
      if (received.value === LIMITED) isLimited = true;
      else receptions.push(received.value);
    }
    if (isLimited) return refuse('rate_limit_exceeded', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    return ok(receptions);
  }

  /** What stands before the @ in addresses of the installation's domain, without what follows a plus. */
  private tokensOf(recipients: readonly string[]): readonly string[] {
    const end = `@${inboundMailOf(this.config).domain}`;
    const ours = recipients.filter((one) => one.endsWith(end)).map((one) => one.slice(0, -end.length));
    return [...new Set(ours.map((one) => one.split('+', 1)[0] ?? ''))].slice(0, MOST_ADDRESSES);
  }

  private async receiveAt(
    token: string,
    raw: Buffer,
    head: ReadHead,
    correlationId: string,
  ): Promise<Result<Reception | typeof LIMITED>> {
    const tenant = tenantOfToken(token);
    if (!tenant || !(await this.isActive(tenant))) return ok(UNKNOWN);
    const call: CallContext = { tenant, actor: 'inbound-mail', correlationId };
    const asked = {
      type: 'reception.inbound-address',
      key: tenant.organizationId,
      data: { make: false },
    } as const;
    const address = await this.sender.send(asked, call);
    if (!address.ok) return address;
    if (!isSame(address.value.data?.token ?? '', token)) return ok(UNKNOWN);

    const id = mailIdOf(tenant, raw, head);
    const { known, sofar } = await this.look(tenant, id);
    if (known) return ok({ status: 'duplicate', id });
    if (sofar >= MOST_AN_HOUR) return ok(LIMITED);
    const expiresAt = new Date(this.clock.now({ ...tenant, livemode: true }).getTime() + KEPT_MS);
    await this.contents.put(tenant, inboundMailKey(id), raw, { expiresAt });
    const data = { token, bytes: raw.length, ...headOf(head) };
    const taken = await this.sender.send({ type: 'reception.take-mail', key: id, data }, call, {
      readModel: inboundMailsReadModel,
    });
    return taken.ok ? ok({ status: 'accepted', id }) : taken;
  }

  /** Whether there is such an organization, which nobody has deleted. */
  private async isActive({ organizationId }: Tenant): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'active-organization',
      text: `SELECT FROM ${organizationsReadModel.table} WHERE id = $1 AND closed IS NULL`,
      values: [organizationId],
    });
    return rowCount === 1;
  }

  /** Whether a tenant has a mail already, and how many it has had within the hour. */
  private async look(
    tenant: Tenant,
    id: string,
  ): Promise<{ readonly known: boolean; readonly sofar: number }> {
    const since = new Date(this.clock.now(tenant).getTime() - HOUR_MS);
    const { rows } = await this.pool.query<{ known: boolean; sofar: number }>({
      name: 'inbound-mails-of-hour',
      text: `SELECT
               EXISTS (SELECT FROM ${inboundMailsReadModel.table}
                 WHERE id = $3 AND organization_id = $1 AND livemode = $2) AS known,
               (SELECT count(*)::int FROM ${inboundMailsReadModel.table}
                 WHERE organization_id = $1 AND livemode = $2 AND created_at > $4) AS sofar`,
      values: [tenant.organizationId, tenant.livemode, id, since],
    });
    return rows[0] ?? { known: false, sofar: 0 };
  }
}

const UNKNOWN: Reception = { status: 'unknown', id: null };

const headOf = ({ from, subject, message_id, authentication }: ReadHead): InboundMailHead => ({
  ...{ from, subject, message_id, authentication },
});

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
