import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { cancelacionXml, estadoCancelacion } from '#cfdi';
import { refuse, type Result } from '#kernel';
import type { LineHandlers } from '#bus';
import {
  CANCELLATION_STREAM,
  type CancellationAnswer,
  type CancellationEvent,
  type Command,
  type CommandOf,
  type CommandOutcome,
  type FiscalDocument,
} from '#contracts';
import type { CancelOutcome, DocumentKey, Pac, PacAccount, StatusOutcome } from '#pac';
import { Aggregates, CsdVault, PAC, RUNTIME, answered, receipt, type Runtime } from '#platform';
import { localDateTime } from '#sat';
import { isUnseen, meaningOf } from './answers.js';
import type { Cancellation, Requested } from './cancellation.js';
import { cancellationDecider, isUndecided, type Answer, type CancellationDecision } from './decide.js';

type Outcome = CommandOutcome<undefined>;
type Seen = Extract<StatusOutcome, { kind: 'status' }>;

/** The tax authority's clock, by which its receipts are dated too. */
const SAT_ZONE = 'America/Mexico_City';

/** Requests cancellations from the tax authority and follows them to their outcome. */
@Injectable()
export class CancellationHandlers {
  private readonly cancellations: Aggregates<Cancellation, CancellationDecision, CancellationEvent>;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(PAC) private readonly pac: Pac,
    private readonly csds: CsdVault,
  ) {
    this.cancellations = new Aggregates({
      store: runtime.store,
      decider: cancellationDecider,
      stream: CANCELLATION_STREAM,
    });
  }

  readonly commands: LineHandlers<'cancellation'> = {
    'cancellation.request': (command) => this.request(command),
    'cancellation.follow': (command) => this.follow(command),
    'cancellation.check': (command) => this.check(command),
  };

  private async request(command: CommandOf<'cancellation.request'>): Promise<Outcome> {
    const now = this.now(command);
    const before = await this.cancellations.state(command.key, command.tenant);
    const known = before.status !== 'none' && before.number >= command.data.number;
    const started = await this.run(command, 'start', { type: 'start', now, request: command.data });
    if (!started.ok) return started;
    // Delivered before: the request may have reached the tax authority, so its status decides.
    if (known) return this.follow(command);
    const state = await this.cancellations.state(command.key, command.tenant);
    if (state.status === 'none') return refuse('invoice_cancellation_not_found');
    return (await this.ask(command, state)).recorded;
  }

  /** Looks how the request stands; asks again only for one that the tax authority has not seen. */
  private async follow(command: CommandOf<'cancellation.request' | 'cancellation.follow'>): Promise<Outcome> {
    const state = await this.cancellations.state(command.key, command.tenant);
    if (!isUndecided(state) || state.number !== command.data.number) return answered();
    const status = await this.pac.status(documentKey(command, state.document));
    if (isUnseen(state, status)) return (await this.ask(command, state)).recorded;
    if (status.kind === 'unavailable')
      return this.record(command, state, { kind: 'no-answer', reason: status.reason });
    return this.record(command, state, await this.stands(command, state, status));
  }

  /** Sends the request, always under the same id, and records what came of it. */
  private async ask(command: Command, state: Requested): Promise<{ recorded: Outcome; answer: Answer }> {
    const signed = await this.signed(command, state);
    const answer: Answer = signed.ok
      ? await this.answerOf(
          command,
          state,
          await this.pac.cancel({
            requestId: `${command.key}.${state.number}`,
            account: accountOf(command),
            xml: signed.value,
          }),
        )
      : { kind: 'refused', code: signed.refusal.code, details: signed.refusal.details ?? [] };
    return { recorded: await this.record(command, state, answer), answer };
  }

  /** The request as the tax authority takes it, signed by the certificate of the document's issuer. */
  private async signed(command: Command, state: Requested): Promise<Result<string>> {
    const { uuid, issuer_rfc: rfcEmisor } = state.document;
    const csd = await this.csds.ofRfc(command.tenant, rfcEmisor);
    if (!csd.ok) return csd;
    const substituted = state.substitution !== null && { folioSustitucion: state.substitution };
    const folios = [{ uuid, motivo: state.motive, ...substituted }];
    const fecha = localDateTime(this.now(command), SAT_ZONE);
    return cancelacionXml({ rfcEmisor, fecha, folios }, csd.value);
  }

  /** A status query on somebody's behalf; answers with what it found, and records what is new of a request. */
  private async check(command: CommandOf<'cancellation.check'>): Promise<CommandOutcome<CancellationAnswer>> {
    const state = await this.cancellations.state(command.key, command.tenant);
    const { document } = command.data;
    const status = await this.pac.status(documentKey(command, document));
    if (status.kind === 'unavailable') return refuse('invoice_cancellation_service_unavailable');
    // A request that got lost on its way is not left to its next retry.
    if (isUnseen(state, status)) {
      const { recorded, answer } = await this.ask(command, state);
      return recorded.ok ? answered(this.wordsOf(command, state.number, answer)) : recorded;
    }
    const requested = state.status !== 'none' && state.status !== 'rejected-at-once';
    const found = estadoCancelacion(status, requested);
    const receiptKey = await this.keepReceipt(command, document.uuid, status.acuse);
    if (requested && found !== 'none')
      await this.record(command, state, { kind: 'status', status: found, receiptKey });
    const number = requested ? state.number : 0;
    const data: CancellationAnswer = {
      ...{ number, status: found, at: status.at, receipt_key: receiptKey, code: null, details: [] },
    };
    return answered(data);
  }

  private wordsOf(command: Command, number: number, answer: Answer): CancellationAnswer {
    const at = this.now(command).toISOString();
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

  private async answerOf(command: Command, state: Requested, outcome: CancelOutcome): Promise<Answer> {
    switch (outcome.kind) {
      case 'accepted':
      case 'pending':
      case 'verifying': {
        const receiptKey = await this.keepReceipt(command, state.document.uuid, outcome.acuse);
        return { kind: 'status', status: outcome.kind, receiptKey };
      }
      case 'refused': {
        const meaning = meaningOf(outcome, state.document, this.now(command));
        if (meaning.kind === 'before') return this.asBefore(command, state);
        return meaning.kind === 'again' ? { ...meaning, kind: 'no-answer' } : meaning;
      }
      case 'unavailable':
      case 'unknown':
        return { kind: 'no-answer', reason: outcome.reason };
    }
  }

  /** The tax authority had a request for the document before, ours or one made elsewhere: its status tells which end it took. */
  private async asBefore(command: Command, state: Requested): Promise<Answer> {
    const status = await this.pac.status(documentKey(command, state.document));
    if (status.kind === 'unavailable') return { kind: 'no-answer', reason: status.reason };
    return this.stands(command, state, status);
  }

  /** How a request stands that the tax authority has. */
  private async stands(command: Command, state: Requested, status: Seen): Promise<Answer> {
    const found = estadoCancelacion(status, true);
    const receiptKey = await this.keepReceipt(command, state.document.uuid, status.acuse);
    return { kind: 'status', status: found === 'none' ? 'verifying' : found, receiptKey };
  }

  /** The tax authority's receipt, verbatim, and once however often it is handed out: its key is made of it. */
  private async keepReceipt(
    command: Command,
    uuid: string,
    acuse: string | undefined,
  ): Promise<string | null> {
    if (acuse === undefined || acuse === '') return null;
    const key = `acuse/${uuid}/${createHash('sha256').update(acuse).digest('hex').slice(0, 16)}.xml`;
    await this.runtime.contents.put(command.tenant, key, Buffer.from(acuse));
    return key;
  }

  private now({ tenant }: Command): Date {
    return this.runtime.clock.now(tenant);
  }

  private record(command: Command, { number }: Requested, answer: Answer): Promise<Outcome> {
    return this.run(command, 'record', { type: 'record', now: this.now(command), number, answer });
  }

  private async run(command: Command, step: string, what: CancellationDecision): Promise<Outcome> {
    return receipt(await this.cancellations.handle({ ...command, id: `${command.id}/${step}` }, what));
  }
}

const accountOf = ({ tenant }: Command): PacAccount => ({
  organizationId: tenant.organizationId,
  livemode: tenant.livemode,
});

const documentKey = (command: Command, document: FiscalDocument): DocumentKey => ({
  account: accountOf(command),
  uuid: document.uuid,
  rfcEmisor: document.issuer_rfc,
  rfcReceptor: document.receiver_rfc,
  total: document.total,
  selloTail: document.sello_tail,
});
