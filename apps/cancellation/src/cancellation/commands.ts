import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { estadoCancelacion } from '#cfdi';
import { refuse, type Clock } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  CheckCancellationCommand,
  FollowCancellationCommand,
  RequestCancellationCommand,
  type CancellationAnswer,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { CLOCK } from '#hosting';
import { isUnseen } from './answers.js';
import { TaxAuthority } from './authority.js';
import { Cancellations } from './cancellations.js';
import { codeFor } from './codes.js';
import { isUndecided, type Answer } from './decide.js';

type Outcome = CommandOutcome<undefined>;

/** Takes up a request without an outcome; asks again only for one that the tax authority has not seen. */
@CommandHandler(FollowCancellationCommand)
export class FollowCancellationHandler implements Handles<FollowCancellationCommand> {
  constructor(
    private readonly cancellations: Cancellations,
    private readonly authority: TaxAuthority,
  ) {}

  async execute(command: FollowCancellationCommand | RequestCancellationCommand): Promise<Outcome> {
    const state = await this.cancellations.state(command.key, command.tenant);
    if (!isUndecided(state) || state.number !== command.data.number) return answerWithData();
    const status = await this.authority.status(command, state.document);
    const record = (answer: Answer) => this.cancellations.record(command, state, answer);
    if (isUnseen(state, status)) return record(await this.authority.request(command, state));
    if (status.kind === 'unavailable') return record({ kind: 'no-answer', reason: status.reason });
    return record(await this.authority.answerOfStatus(command, state, status));
  }
}

/** Asks the tax authority to cancel a document. */
@CommandHandler(RequestCancellationCommand)
export class RequestCancellationHandler implements Handles<RequestCancellationCommand> {
  constructor(
    private readonly cancellations: Cancellations,
    private readonly authority: TaxAuthority,
    private readonly follow: FollowCancellationHandler,
  ) {}

  async execute(command: RequestCancellationCommand): Promise<Outcome> {
    const before = await this.cancellations.state(command.key, command.tenant);
    const known = before.status !== 'none' && before.number >= command.data.number;
    const started = await this.cancellations.start(command);
    if (!started.ok) return started;
    // Delivered before: the request may have reached the tax authority, so its status decides.
    if (known) return this.follow.execute(command);
    const state = await this.cancellations.state(command.key, command.tenant);
    if (state.status === 'none') return refuse('invoice_cancellation_not_found');
    return this.cancellations.record(command, state, await this.authority.request(command, state));
  }
}

/** A status query on somebody's behalf; answers with what it found, and records what is new of a request. */
@CommandHandler(CheckCancellationCommand)
export class CheckCancellationHandler implements Handles<CheckCancellationCommand> {
  constructor(
    private readonly cancellations: Cancellations,
    private readonly authority: TaxAuthority,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(command: CheckCancellationCommand): Promise<CommandOutcome<CancellationAnswer>> {
    const state = await this.cancellations.state(command.key, command.tenant);
    const { document } = command.data;
    const status = await this.authority.status(command, document);
    if (status.kind === 'unavailable')
      return refuse(codeFor(document, 'invoice_cancellation_service_unavailable'));
    // A request that got lost on its way is not left to its next retry.
    if (isUnseen(state, status)) {
      const answer = await this.authority.request(command, state);
      const recorded = await this.cancellations.record(command, state, answer);
      // When it was answered.
      const at = this.clock.now(command.tenant).toISOString();
      return recorded.ok ? answerWithData(wordsOf(state.number, at, answer)) : recorded;
    }
    const requested = state.status !== 'none' && state.status !== 'rejected-at-once';
    const found = estadoCancelacion(status, requested);
    const receiptKey = await this.authority.keepReceipt(command, document.uuid, status.acuse);
    if (requested && found !== 'none')
      await this.cancellations.record(command, state, { kind: 'status', status: found, receiptKey });
    const number = requested ? state.number : 0;
    const data: CancellationAnswer = {
      ...{ number, status: found, at: status.at, receipt_key: receiptKey, code: null, details: [] },
      ...(status.efos && { efos: status.efos }),
    };
    return answerWithData(data);
  }
}

/** An answer in the words of messages. */
function wordsOf(number: number, at: string, answer: Answer): CancellationAnswer {
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
