import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs } from '#kernel';
import type { CommandOutcome, NotTaken, StampCommand } from '#contracts';
import { Pacs, type Pac, type PacDirectory, type SatProofs, type StampOutcome } from '#pac';
import { answerWithData } from '#eventing';
import { SAT_PROOFS } from '#fiscal';
import { CONFIG, type Config } from '#hosting';
import { accountOf, fingerprinted } from './accounts.js';
import { answerOf, isDeclined, stampedAnswer } from './answers.js';
import { mayReceive, type StampAnswer } from './decide.js';
import type { SealedDocument } from './document.js';
import { asksForProof, nextSteps, untried } from './next.js';
import { isExpired } from './pauses.js';
import { NO_PAC } from './record.js';
import { Signs } from './signs.js';
import {
  ACCOUNT_CHANGED,
  isHeldBy,
  isOtherAccount,
  type Holder,
  type Sealed,
  type Stamping,
} from './stamping.js';
import { Writing } from './writing.js';

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
  constructor(
    private readonly writing: Writing,
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(SAT_PROOFS) private readonly proofs: SatProofs,
    @Inject(CONFIG) private readonly config: Pick<Config, 'pacs'>,
    private readonly signs: Signs,
  ) {}

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
    return this.writing.record(command, `record-${number}`, answer);
  }

  /** Goes on with a sealed document, after a pause, a crash, or because somebody asks. */
  async goOn(command: StampCommand, state: Sealed): Promise<Outcome> {
    const account = accountOf(command.tenant);
    const order = (await this.pacs.orderOf(account)).map(({ name }) => name);
    const document = await this.writing.stored(command, state.xmlKey);
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
    if (account.livemode && asksForProof(state, this.writing.now(command.tenant))) {
      const sentUntil = this.sentUntil(state);
      const proof = await this.proofs.prove({ requestId: command.key, kind, account, xml, sentUntil });
      if (proof.kind === 'stamped')
        return this.writing.record(command, 'proof', stampedAnswer(proof.pac, document, proof.timbre, true));
      isProven = proof.kind === 'absent' || proof.asked;
      if (proof.kind === 'absent') {
        const now = await this.writing.record(command, 'proof', { kind: 'absent', until: proof.until });
        if (now.status !== 'sealed' || !isHeldBy(now, name)) return now;
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
    const asked = this.writing.now(command.tenant);
    const found = await pac.find({ kind, account, xml });
    switch (found.kind) {
      case 'found':
        return this.writing.record(
          command,
          `found-${name}`,
          stampedAnswer(name, document, found.timbre, true),
        );
      case 'unavailable':
        return this.unsure(command, holder, found.reason);
      case 'not_found': {
        const settles = order.some((one) => one !== name);
        // The only one there is: sent there again, it is stamped once, whatever became of the first time.
        if (!settles && !isProven && state.holders.length === 1)
          return this.sendTo(command, document, state, name);
        const { open } = holder;
        // Looked at when it has answered: a clock that was set meanwhile is seen.
        const steadySince = account.livemode && { steadySince: this.writing.steadySince(command.tenant) };
        const missing: StampAnswer = {
          ...{ kind: 'missing', pac: name, ...fingerprinted(pac), settles, ...steadySince },
          ...(open !== null && { attempt: open }),
        };
        return this.writing.record(command, `missing-${name}-${state.attempts}`, missing, asked);
      }
    }
  }

  /** Until when what was sent may have arrived. */
  private sentUntil({ holders }: Sealed): Date {
    const last = Math.max(...holders.map(({ sentAt }) => Date.parse(sentAt)));
    return new Date(last + this.config.pacs.settleMs);
  }

  private nobody(command: StampCommand): Promise<Stamping> {
    return this.writing.record(command, 'nobody', { kind: 'uncertain', certain: true, reason: NO_PAC });
  }

  private unsure(command: StampCommand, { pac }: Holder, reason: string): Promise<Stamping> {
    return this.writing.record(command, `unsure-${pac}`, { kind: 'uncertain', pac, certain: false, reason });
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
    return this.sendAnew(command, document, pac, { attempt: state.attempts + 1 });
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
    const state = await this.writing.state(command);
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
        (untried(seen, all) !== undefined && !isExpired(state, this.writing.now(command.tenant)));
      return after.declined && waits
        ? this.writing.record(command, `record-${number}`, {
            ...{ kind: 'uncertain', certain: true, pac: pac.name, attempt: number, reason: after.reason },
          })
        : undefined;
    }
    return this.sendAnew(command, document, next, { attempt: number + 1, after });
  }

  /** Writes down an attempt, and sends it where nobody else has written down the same one. */
  private async sendAnew(
    command: StampCommand,
    document: SealedDocument,
    pac: Pac,
    { attempt: number, after }: { readonly attempt: number; readonly after?: NotTaken },
  ): Promise<Stamping> {
    const begun = monotonicMs();
    const written = await this.writing.write(command, `send-${number}`, {
      ...{ type: 'send', to: pac.name, ...fingerprinted(pac), attempt: number },
      ...(after && { after }),
    });
    return written.mine ? this.send(command, document, { pac, number, begun }) : written.state;
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
}

const LEAST_SLEEP_MS = 1_000;

/** What a provider certainly did not take, and another one may. */
function notTaken({ name: pac }: Pac, attempt: number, outcome: StampOutcome): NotTaken | undefined {
  if (outcome.kind === 'unavailable') {
    const { reason, code } = outcome;
    return { pac, attempt, reason, ...(code !== undefined && { code }) };
  }
  if (!isDeclined(outcome)) return undefined;
  return { pac, attempt, reason: outcome.message, code: outcome.code, declined: true };
}
