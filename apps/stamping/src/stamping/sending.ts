import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs, type Clock, type Tenant } from '#kernel';
import { parseStampingKey, type CommandOutcome, type NotTaken, type StampCommand } from '#contracts';
import { Pacs, type Pac, type PacDirectory, type SatProofs, type StampOutcome } from '#pac';
import { answerWithData, type ContentStore } from '#eventing';
import { SAT_PROOFS } from '#fiscal';
import { CLOCK, CONFIG, CONTENTS, type Config } from '#hosting';
import { answerOf, isDeclined, stampedAnswer } from './answers.js';
import { mayReceive, type StampAnswer, type StampDecision } from './decide.js';
import { readPrinted, type SealedDocument } from './document.js';
import { asksForProof, nextSteps, untried } from './next.js';
import { isExpired } from './pauses.js';
import { NO_PAC } from './record.js';
import { Signs } from './signs.js';
import { ACCOUNT_CHANGED, isOtherAccount, type Holder, type Sealed, type Stamping } from './stamping.js';
import { SteadyTime } from './steady-time.js';
import { Stampings, ownStep } from './stampings.js';

type Outcome = CommandOutcome<undefined>;

/** An attempt that is written down and of which this process is the only sender. */
interface Attempt {
  readonly pac: Pac;
  readonly number: number;
  /** When writing it down began, on a clock that never jumps (ms). */
  readonly begun: number;
}

/**
 * Brings sealed documents to providers. Who gets the bytes is written down before they go; as long as a provider perhaps has them,
 * nobody else is asked (ADR 66).
 */
@Injectable()
export class Sending {
  private readonly steady: SteadyTime;

  constructor(
    private readonly stampings: Stampings,
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SAT_PROOFS) private readonly proofs: SatProofs,
    @Inject(CONFIG) private readonly config: Pick<Config, 'pacs'>,
    private readonly signs: Signs,
  ) {
    const tolerance = Math.min(config.pacs.settleMs / 4, MOST_APART_MS);
    this.steady = new SteadyTime(clock.now(LIVE), monotonicMs, tolerance);
  }

  /** Sends an attempt that is written down; what is certainly not taken goes on to the next provider at once. */
  async send(command: StampCommand, document: SealedDocument, attempt: Attempt): Promise<Stamping> {
    const { pac, number } = attempt;
    const outcome = await this.ask(command, document, attempt);
    const passed = notTaken(pac, number, outcome);
    if (passed) {
      const next = await this.passOn(command, document, attempt, passed);
      if (next) return next;
    }
    const answer: StampAnswer = { ...answerOf(pac, document, outcome), attempt: number };
    return this.record(command, `record-${number}`, answer);
  }

  /** Goes on with a sealed document, after a pause, a crash, or because somebody asks. */
  async goOn(command: StampCommand, state: Sealed): Promise<Outcome> {
    const account = accountOf(command.tenant);
    const order = (await this.pacs.orderOf(account)).map(({ name }) => name);
    const document = await this.stored(command, state.xmlKey);
    let now: Stamping = state;
    for (const step of nextSteps(state, order)) {
      if (now.status !== 'sealed') break;
      now =
        step.do === 'wait'
          ? await this.nobody(command)
          : step.do === 'send'
            ? await this.sendTo(command, document, now, step.to)
            : await this.askHolder(command, document, now, { holder: step.holder, order });
    }
    // Ruled out: from here on it is as if it had never been sent there.
    if (now.status === 'sealed' && now.holders.length === 0 && now.tried.length > 0) {
      const to = untried(now, order) ?? order[0];
      if (to !== undefined) await this.sendTo(command, document, now, to);
    }
    return answerWithData();
  }

  /** Asks the others that perhaps stamped a document that has its stamp: theirs is a surplus one. */
  async watch(
    command: StampCommand,
    { xmlKey, watched, accounts, uuid, surplus }: Extract<Stamping, { status: 'stamped' }>,
  ): Promise<Outcome> {
    if (xmlKey === null || watched.length === 0) return answerWithData();
    const account = accountOf(command.tenant);
    const document = await this.stored(command, xmlKey);
    const { kind, xml } = document;
    let isAsked = true;
    for (const name of watched) {
      const pac = await this.pacs.named(account, name);
      const held = { account: accounts[name] ?? null };
      if (pac?.capabilities.find !== 'query' || isOtherAccount(held, pac.account)) isAsked = false;
      else {
        const found = await pac.find({ kind, account, xml });
        if (found.kind === 'found')
          await this.record(command, `watch-${name}`, stampedAnswer(name, document, found.timbre, true));
      }
    }
    // Asked by sending, it would make the stamp that is looked for, and another account does not know it: only the tax authority can say whether there is one.
    if (isAsked || !account.livemode) return answerWithData();
    const except = [uuid, ...surplus.map((one) => one.uuid)];
    const proof = await this.proofs.prove({
      requestId: `${command.key}/surplus`,
      kind,
      account,
      xml,
      except,
    });
    if (proof.kind === 'stamped')
      await this.record(command, 'watch-sat', stampedAnswer(proof.pac, document, proof.timbre, true));
    return answerWithData();
  }

  /** The provider that perhaps has it, and nobody else. */
  private async askHolder(
    command: StampCommand,
    document: SealedDocument,
    state: Sealed,
    { holder, order }: { readonly holder: Holder; readonly order: readonly string[] },
  ): Promise<Stamping> {
    const account = accountOf(command.tenant);
    const { kind, xml } = document;
    const name = holder.pac;
    let isProven = false;
    if (account.livemode && asksForProof(state, this.clock.now(command.tenant))) {
      const sentUntil = this.sentUntil(state);
      const proof = await this.proofs.prove({ requestId: command.key, kind, account, xml, sentUntil });
      if (proof.kind === 'stamped')
        return this.record(command, 'proof', stampedAnswer(proof.pac, document, proof.timbre, true));
      isProven = proof.kind === 'absent' || proof.asked;
      if (proof.kind === 'absent') {
        const now = await this.record(command, 'proof', { kind: 'absent', until: proof.until });
        if (now.status !== 'sealed' || !isOpenAt(now, name)) return now;
      }
    }
    const pac = await this.pacs.named(account, name);
    if (!pac) return this.unsure(command, holder, 'pac_credentials_missing');
    if (isOtherAccount(holder, pac.account)) {
      this.signs.accountChanged(command, name);
      return this.unsure(command, holder, ACCOUNT_CHANGED);
    }
    if (pac.capabilities.find === 'resend') {
      // No PAC takes it any more, and what is sent now would only have to be waited for as well.
      if (isProven) return this.unsure(command, holder, 'sat_awaited');
      // The one that an operator has forced has it too: this one may have it, and is not to make sure of that.
      if (!mayReceive(state, name)) return state;
      return this.sendTo(command, document, state, name);
    }
    // Whatever it says was so when it was asked, however late that is written down.
    const asked = this.now(command.tenant);
    const found = await pac.find({ kind, account, xml });
    switch (found.kind) {
      case 'found':
        return this.record(command, `found-${name}`, stampedAnswer(name, document, found.timbre, true));
      case 'unavailable':
        return this.unsure(command, holder, found.reason);
      case 'not_found': {
        const settles = order.some((one) => one !== name);
        // The only one there is: sent there again, it is stamped once, whatever became of the first time.
        if (!settles && !isProven && state.holders.length === 1)
          return this.sendTo(command, document, state, name);
        const { open } = holder;
        // Looked at when it has answered: a clock that was set meanwhile is seen.
        const steadySince = account.livemode && { steadySince: this.steady.look(this.now(command.tenant)) };
        const missing: StampAnswer = {
          ...{ kind: 'missing', pac: name, ...fingerprinted(pac), settles, ...steadySince },
          ...(open !== null && { attempt: open }),
        };
        return this.record(command, `missing-${name}-${state.attempts}`, missing, asked);
      }
    }
  }

  /** Until when what was sent may have arrived. */
  private sentUntil({ holders }: Sealed): Date {
    const last = Math.max(...holders.map(({ sentAt }) => Date.parse(sentAt)));
    return new Date(last + this.config.pacs.settleMs);
  }

  /** The time; that of Live is looked at each time, so that a clock that is set is seen. Test's may be moved at will. */
  private now(tenant: Tenant): Date {
    const now = this.clock.now(tenant);
    if (tenant.livemode) this.steady.look(now);
    return now;
  }

  private nobody(command: StampCommand): Promise<Stamping> {
    return this.record(command, 'nobody', { kind: 'uncertain', certain: true, reason: NO_PAC });
  }

  private unsure(command: StampCommand, { pac }: Holder, reason: string): Promise<Stamping> {
    return this.record(command, `unsure-${pac}`, { kind: 'uncertain', pac, certain: false, reason });
  }

  /** Writes down that a provider gets it, and sends it, where nobody else does. */
  private async sendTo(
    command: StampCommand,
    document: SealedDocument,
    state: Sealed,
    to: string,
  ): Promise<Stamping> {
    const pac = await this.pacs.named(accountOf(command.tenant), to);
    // Its credentials are gone. A doubt of others has its own pauses; without one, nothing else would take it up again.
    if (!pac) return state.holders.length > 0 ? state : this.nobody(command);
    const begun = monotonicMs();
    const number = state.attempts + 1;
    const written = await this.write(command, `send-${number}`, {
      type: 'send',
      to,
      ...fingerprinted(pac),
      attempt: number,
    });
    return written.mine ? this.send(command, document, { pac, number, begun }) : written.state;
  }

  /** Writes down that a provider did not take it and the next one gets it, and sends it there; undefined where there is none. */
  private async passOn(
    command: StampCommand,
    document: SealedDocument,
    { pac, number }: Attempt,
    after: NotTaken,
  ): Promise<Stamping | undefined> {
    const account = accountOf(command.tenant);
    const order = await this.pacs.orderOf(account);
    // Those whose circuit is open too: what one has declined waits for them.
    const all = after.declined ? await this.pacs.namesOf(account) : order.map(({ name }) => name);
    if (!all.some((name) => name !== pac.name)) return undefined;
    const state = await this.stampings.state(command.key, command.tenant);
    if (state.status !== 'sealed') return undefined;
    const seen = { ...state, tried: [...state.tried, { pac: pac.name, declined: false }] };
    const to = untried(
      seen,
      order.map(({ name }) => name),
    );
    const next = order.find(({ name }) => name === to);
    // All have been tried. Where each declined it for reasons of its own, that is a refusal: the caller records it.
    if (!next) {
      const waits =
        state.tried.some(({ declined }) => !declined) ||
        (untried(seen, all) !== undefined && !isExpired(state, this.clock.now(command.tenant)));
      return after.declined && waits
        ? this.record(command, `record-${number}`, {
            ...{ kind: 'uncertain', certain: true, pac: pac.name, attempt: number, reason: after.reason },
          })
        : undefined;
    }
    const begun = monotonicMs();
    const written = await this.write(command, `send-${number + 1}`, {
      ...{ type: 'send', to: next.name, ...fingerprinted(next), attempt: number + 1, after },
    });
    return written.mine
      ? this.send(command, document, { pac: next, number: number + 1, begun })
      : written.state;
  }

  /** The provider's answer. A process that slept since it wrote down the attempt leaves it: others may have gone on by now. */
  private async ask(
    command: StampCommand,
    { kind, xml }: SealedDocument,
    { pac, begun }: Attempt,
  ): Promise<StampOutcome> {
    const sleptMs = monotonicMs() - begun;
    if (sleptMs > Math.max(this.config.pacs.settleMs / 2, LEAST_SLEEP_MS))
      return { kind: 'unavailable', reason: 'process_slept' };
    return pac.stamp({ kind, requestId: command.key, account: accountOf(command.tenant), xml });
  }

  private async record(
    command: StampCommand,
    name: string,
    answer: StampAnswer,
    now?: Date,
  ): Promise<Stamping> {
    const { state } = await this.write(command, name, { type: 'record', answer }, now);
    return state;
  }

  /** Decides at the time that it is now: a provider may have taken its time to answer, and pauses begin after that. */
  private async write(
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

  /** A document that was signed before. */
  private async stored(command: StampCommand, xmlKey: string): Promise<SealedDocument> {
    const stored = await this.contents.get(command.tenant, xmlKey);
    if (!stored) throw new Error(`the signed XML ${xmlKey} is missing`);
    const xml = stored.toString();
    const { kind } = parseStampingKey(command.key);
    const printed = readPrinted(kind === 'retention' ? 'retencion' : 'comprobante', xml);
    if (!printed) throw new Error(`the signed XML ${xmlKey} does not read`);
    return { ...printed, xmlKey, xml };
  }
}

/** Whether a provider perhaps has it still. */
const isOpenAt = ({ holders }: Sealed, name: string): boolean => holders.some(({ pac }) => pac === name);

/** The time of Live is the same for all. */
const LIVE: Tenant = { organizationId: '', livemode: true };
/** How far the time of day may come apart from a clock that nobody sets. */
const MOST_APART_MS = 1_000;
const LEAST_SLEEP_MS = 1_000;

type Undated =
  | Omit<Extract<StampDecision, { type: 'send' }>, 'now'>
  | Omit<Extract<StampDecision, { type: 'record' }>, 'now'>;

const isOpen = ({ attempts, holders }: Sealed, { to, attempt }: { to: string; attempt: number }): boolean =>
  attempts === attempt && holders.some(({ pac, open }) => pac === to && open === attempt);

const isLook = ({ data }: StampCommand): boolean => 'retry' in data && data.look === true;

/** What a provider certainly did not take, and another one may. */
function notTaken({ name: pac }: Pac, attempt: number, outcome: StampOutcome): NotTaken | undefined {
  if (outcome.kind === 'unavailable') {
    const { reason, code } = outcome;
    return { pac, attempt, reason, ...(code !== undefined && { code }) };
  }
  if (!isDeclined(outcome)) return undefined;
  return { pac, attempt, reason: outcome.message, code: outcome.code, declined: true };
}

/** Its account, where it has one, as it is written down. */
export const fingerprinted = ({ account }: Pac): { readonly account?: string } =>
  account === undefined ? {} : { account };

export const accountOf = ({ organizationId, livemode }: Tenant) => ({ organizationId, livemode });
