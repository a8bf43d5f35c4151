import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ok, refuse, type Detail, type ErrorCode } from '#kernel';
import {
  CANCELLATION_STREAM,
  type CancellationAnswer,
  type CancellationCommand,
  type CancellationEvent,
  type CommandOutcome,
  type FiscalDocument,
} from '#contracts';
import { cancellationState, type CancelOutcome, type DocumentKey, type Pac, type StatusOutcome } from '#pac';
import { Aggregates, PAC, RUNTIME, receipt, type Runtime } from '#platform';
import type { Cancellation } from './cancellation.js';
import { cancellationDecider, type Answer, type CancellationDecision } from './decide.js';

type CommandOf<Type extends CancellationCommand['type']> = Extract<CancellationCommand, { type: Type }>;
type Requested = Exclude<Cancellation, { status: 'none' }>;

/** Requests cancellations from the tax authority and follows them to their outcome. */
@Injectable()
export class CancellationHandlers implements OnModuleInit {
  private readonly cancellations: Aggregates<Cancellation, CancellationDecision, CancellationEvent>;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(PAC) private readonly pac: Pac,
  ) {
    this.cancellations = new Aggregates({
      store: runtime.store,
      decider: cancellationDecider,
      streamOf: (id) => `${CANCELLATION_STREAM}${id}`,
    });
  }

  onModuleInit(): void {
    const { bus } = this.runtime;
    bus.serve('cancellation.request', (command) =>
      this.request(command as CommandOf<'cancellation.request'>),
    );
    bus.serve('cancellation.follow', (command) => this.follow(command as CommandOf<'cancellation.follow'>));
    bus.serve('cancellation.check', (command) => this.check(command as CommandOf<'cancellation.check'>));
  }

  private async request(command: CommandOf<'cancellation.request'>): Promise<CommandOutcome> {
    const { now } = this;
    const before = await this.cancellations.state(command.key, command.tenant);
    const known = before.status !== 'none' && before.number >= command.data.number;
    const started = await this.run(command, 'start', { type: 'start', now, request: command.data });
    if (!started.ok) return started;
    // Delivered before: the request may have reached the tax authority, so its status decides.
    if (known) return this.followUp(command);
    const state = await this.cancellations.state(command.key, command.tenant);
    if (state.status === 'none') return refuse('invoice_cancellation_not_found');
    return (await this.ask(command, state)).recorded;
  }

  private follow(command: CommandOf<'cancellation.follow'>): Promise<CommandOutcome> {
    return this.followUp(command);
  }

  /** Looks how the request stands; asks again only for one that the tax authority has not seen. */
  private async followUp(
    command: CommandOf<'cancellation.request' | 'cancellation.follow'>,
  ): Promise<CommandOutcome> {
    const state = await this.cancellations.state(command.key, command.tenant);
    if (state.status === 'none' || state.number !== command.data.number) return ok({ position: '0' });
    const status = await this.pac.status(documentKey(command, state.document));
    if (isUnseen(state, status)) return (await this.ask(command, state)).recorded;
    return this.recordStatus(command, state, status);
  }

  /** Sends the request, always under the same id, and records what came of it. */
  private async ask(
    command: CancellationCommand,
    state: Requested,
  ): Promise<{ recorded: CommandOutcome; answer: Answer }> {
    const outcome = await this.pac.cancel({
      ...documentKey(command, state.document),
      requestId: `${command.key}.${state.number}`,
      motive: state.motive,
      ...(state.substitution !== null && { substitution: state.substitution }),
    });
    const answer = await this.answerOf(command, state, outcome);
    const what = { type: 'record', now: this.now, number: state.number, answer } as const;
    return { recorded: await this.run(command, 'record', what), answer };
  }

  /** A status query on somebody's behalf; answers with what it found, and records what is new of a request. */
  private async check(command: CommandOf<'cancellation.check'>): Promise<CommandOutcome> {
    const state = await this.cancellations.state(command.key, command.tenant);
    const status = await this.pac.status(documentKey(command, command.data.document));
    if (status.kind === 'unavailable') return refuse('invoice_cancellation_service_unavailable');
    // A request that got lost on its way is not left to its next retry.
    if (isUnseen(state, status)) {
      const { recorded, answer } = await this.ask(command, state);
      return recorded.ok ? ok({ position: '0', data: this.wordsOf(state, answer) }) : recorded;
    }
    const requested = state.status !== 'none' && state.status !== 'rejected-at-once';
    const found = cancellationState(status, requested);
    const number = requested ? state.number : 0;
    const receiptKey = await this.keepReceipt(command, command.data.document.uuid, status.acuse);
    if (requested && found !== 'none')
      await this.run(command, 'record', {
        type: 'record',
        now: this.now,
        number,
        answer: { kind: 'status', status: found, receiptKey },
      });
    const data: CancellationAnswer = {
      number,
      status: found,
      at: status.at,
      receipt_key: receiptKey,
      code: null,
      details: [],
    };
    return ok({ position: '0', data });
  }

  private wordsOf({ number }: Requested, answer: Answer): CancellationAnswer {
    const at = this.now.toISOString();
    const nothing = { number, at, receipt_key: null, code: null, details: [] };
    switch (answer.kind) {
      case 'status':
        return { ...nothing, status: answer.status, receipt_key: answer.receiptKey };
      case 'refused':
        return { ...nothing, status: 'refused', code: answer.code, details: answer.details };
      case 'no-answer':
        return { ...nothing, status: 'verifying' };
    }
  }

  private async recordStatus(
    command: CancellationCommand,
    state: Requested,
    status: StatusOutcome,
  ): Promise<CommandOutcome> {
    const now = this.now;
    if (status.kind === 'unavailable') {
      const answer: Answer = { kind: 'no-answer', reason: status.reason };
      return this.run(command, 'record', { type: 'record', now, number: state.number, answer });
    }
    const found = cancellationState(status, true);
    if (found === 'none') return ok({ position: '0' });
    const receiptKey = await this.keepReceipt(command, state.document.uuid, status.acuse);
    return this.run(command, 'record', {
      type: 'record',
      now,
      number: state.number,
      answer: { kind: 'status', status: found, receiptKey },
    });
  }

  private async answerOf(
    command: CancellationCommand,
    state: Requested,
    outcome: CancelOutcome,
  ): Promise<Answer> {
    switch (outcome.kind) {
      case 'accepted':
      case 'pending':
      case 'verifying': {
        const receiptKey = await this.keepReceipt(command, state.document.uuid, outcome.acuse);
        return { kind: 'status', status: outcome.kind, receiptKey };
      }
      case 'refused':
        return { kind: 'refused', ...refusalOf(outcome) };
      case 'unavailable':
      case 'unknown':
        return { kind: 'no-answer', reason: outcome.reason };
    }
  }

  /** The tax authority's receipt, verbatim, and once however often it is handed out: its key is made of it. */
  private async keepReceipt(
    command: CancellationCommand,
    uuid: string,
    acuse: string | undefined,
  ): Promise<string | null> {
    if (acuse === undefined || acuse === '') return null;
    const key = `acuse/${uuid}/${createHash('sha256').update(acuse).digest('hex').slice(0, 16)}.xml`;
    await this.runtime.contents.put(command.tenant, key, Buffer.from(acuse));
    return key;
  }

  private get now(): Date {
    return this.runtime.clock.now();
  }

  private async run(
    command: CancellationCommand,
    step: string,
    what: CancellationDecision,
  ): Promise<CommandOutcome> {
    return receipt(await this.cancellations.handle({ ...command, id: `${command.id}/${step}` }, what));
  }
}

/** Whether a request without an answer never reached the tax authority, as far as its status tells. */
function isUnseen(state: Cancellation, status: StatusOutcome): state is Requested & { status: 'asked' } {
  if (state.status !== 'asked' || status.kind !== 'status') return false;
  const found = cancellationState(status);
  // After an earlier request was rejected or ran out, the status goes on saying so until it sees the next one.
  return found === 'none' || (state.number > 1 && (found === 'rejected' || found === 'expired'));
}

const documentKey = ({ tenant }: CancellationCommand, document: FiscalDocument): DocumentKey => ({
  account: { organizationId: tenant.organizationId, livemode: tenant.livemode },
  uuid: document.uuid,
  rfcEmisor: document.issuer_rfc,
  rfcReceptor: document.receiver_rfc,
  total: document.total,
  selloTail: document.sello_tail,
});

/** The service's root code for a foreign refusal; the original code and the documents in the way stay as details. */
function refusalOf(outcome: Extract<CancelOutcome, { kind: 'refused' }>): {
  code: ErrorCode;
  details: readonly Detail[];
} {
  const { source, message } = outcome;
  const details: Detail[] = [
    { code: outcome.code, message, source },
    ...(outcome.related ?? []).map((uuid) => ({ code: 'related_document', message: uuid, source })),
  ];
  switch (outcome.code) {
    case '202':
      return { code: 'invoice_cancellation_in_progress', details };
    case '203':
      return { code: 'invoice_cancellation_rfc_mismatch', details };
    case '205':
      return { code: 'invoice_cancellation_not_found', details };
    case '208':
      return { code: 'substitution_invoice_status_not_allowed', details };
    default:
      return { code: 'invoice_not_cancelable_by_sat', details };
  }
}
