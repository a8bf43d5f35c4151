import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs, type Clock, type Tenant } from '#kernel';
import { parseStampingKey, type StampCommand } from '#contracts';
import type { ContentStore } from '#eventing';
import { CLOCK, CONFIG, CONTENTS, type Config } from '#hosting';
import type { StampAnswer, StampDecision } from './decide.js';
import { readPrinted, type SealedDocument } from './document.js';
import type { Sealed, Stamping } from './stamping.js';
import { Stampings, ownStep } from './stampings.js';
import { SteadyTime } from './steady-time.js';

/** What is written down of a stamping, when, and the document that it is about. */
@Injectable()
export class Writing {
  private readonly steady: SteadyTime;

  constructor(
    private readonly stampings: Stampings,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { pacs }: Pick<Config, 'pacs'>,
  ) {
    const tolerance = Math.min(pacs.settleMs / 4, MOST_APART_MS);
    this.steady = new SteadyTime(clock.now(LIVE), monotonicMs, tolerance);
  }

  /** The time; that of Live is looked at each time, so that a clock that is set is seen. Test's may be moved at will. */
  now(tenant: Tenant): Date {
    const now = this.clock.now(tenant);
    if (tenant.livemode) this.steady.look(now);
    return now;
  }

  /** Since when times of Live can be measured against now. */
  steadySince(tenant: Tenant): Date {
    return this.steady.look(this.clock.now(tenant));
  }

  state({ key, tenant }: StampCommand): Promise<Stamping> {
    return this.stampings.state(key, tenant);
  }

  /** Writes down an answer, as of `now`. */
  async record(command: StampCommand, name: string, answer: StampAnswer, now?: Date): Promise<Stamping> {
    const { state } = await this.write(command, name, { type: 'record', answer }, now);
    return state;
  }

  /**
   * Decides at the time that it is now: a provider may have taken its time to answer, and pauses begin after that.
   * @returns `mine`: of an attempt, that it was written down by this call, and no other may send it
   */
  async write(
    command: StampCommand,
    name: string,
    what: Undated,
    now = this.now(command.tenant),
  ): Promise<{ readonly state: Stamping; readonly mine: boolean }> {
    const envelope =
      what.type === 'send' ? ownStep(command, name) : { ...command, id: `${command.id}/${name}` };
    const handled = await this.stampings.handle(envelope, { ...what, now, look: isLook(command) });
    // Only what was never sealed is refused, and that is none of this.
    if (!handled.ok) throw new Error(`${name} of ${command.key}: ${handled.refusal.code}`);
    const { state, changed } = handled.value;
    // The attempt's number is this one's own: it is counted up by writing it down alone.
    const mine = changed && what.type === 'send' && state.status === 'sealed' && isOpen(state, what);
    return { state, mine };
  }

  /** A document that was signed before. Throws where it is missing. */
  async stored(command: StampCommand, xmlKey: string): Promise<SealedDocument> {
    const stored = await this.contents.get(command.tenant, xmlKey);
    if (!stored) throw new Error(`the signed XML ${xmlKey} is missing`);
    const xml = stored.toString();
    const { kind } = parseStampingKey(command.key);
    const printed = readPrinted(kind === 'retention' ? 'retencion' : 'comprobante', xml);
    if (!printed) throw new Error(`the signed XML ${xmlKey} does not read`);
    return { ...printed, xmlKey, xml };
  }
}

/** The time of Live is the same for all. */
const LIVE: Tenant = { organizationId: '', livemode: true };
/** How far the time of day may come apart from a clock that nobody sets. */
const MOST_APART_MS = 1_000;

type Undated =
  | Omit<Extract<StampDecision, { type: 'send' }>, 'now'>
  | Omit<Extract<StampDecision, { type: 'record' }>, 'now'>;

const isOpen = ({ attempts, holders }: Sealed, { to, attempt }: { to: string; attempt: number }): boolean =>
  attempts === attempt && holders.some(({ pac, open }) => pac === to && open === attempt);

const isLook = ({ data }: StampCommand): boolean => 'retry' in data && data.look === true;
