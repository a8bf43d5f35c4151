import { CommandHandler } from '@nestjs/cqrs';
import type { Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { FollowAnswerCommand, type Command, type CommandOutcome } from '#contracts';
import { answerWithData, receipt } from '#eventing';
import type { SigningCertificate } from '#fiscal';
import { isOpen, type AnsweredPetition, type KnownPetition } from './petition.js';
import { Petitions } from './petitions.js';
import { ReceiverSide, refusalOf } from './receiver-side.js';

type Outcome = CommandOutcome<undefined>;

/** Takes up an answer that nobody has heard the end of: asks what became of it, and sends the same one again where it still waits. */
@CommandHandler(FollowAnswerCommand)
export class FollowAnswerHandler implements Handles<FollowAnswerCommand> {
  constructor(
    private readonly petitions: Petitions,
    private readonly side: ReceiverSide,
  ) {}

  async execute(command: FollowAnswerCommand): Promise<Outcome> {
    const state = await this.petitions.state(command.key, command.tenant);
    const { number, attempt } = command.data;
    if (!isOpen(state) || state.number !== number || state.attempt !== attempt) return answerWithData();
    return this.takeUp(command);
  }

  async takeUp(command: Command): Promise<Outcome> {
    const begun = await this.petitions.state(command.key, command.tenant);
    if (!isOpen(begun)) return answerWithData();
    // From here on the SAT perhaps has it: no other answer may follow, whatever this one comes to.
    if (begun.open.tries === 0) {
      const reason = 'nobody heard what became of it';
      const noted = await this.petitions.record(command, begun, { kind: 'no-answer', reason }, 'noted');
      if (!noted.ok) return noted;
    }
    const state = await this.petitions.state(command.key, command.tenant);
    if (!isOpen(state)) return answerWithData();
    const listed = await this.side.list(command, state.receiverRfc);
    const waits = listed.kind === 'silent' || listed.requests.some(({ uuid }) => uuid === state.uuid);
    return waits ? this.again(command, state) : this.settle(command, state);
  }

  private async again(command: Command, state: AnsweredPetition): Promise<Outcome> {
    const certificate = await this.certificateOf(command, state);
    if (!certificate.ok) return this.later(command, state, certificate.refusal.code);
    const sent = await this.side.send(command, state, state.open, certificate.value);
    switch (sent.kind) {
      case 'taken':
        return receipt(await this.petitions.record(command, state, sent));
      case 'settled':
        return this.settle(command, state);
      case 'refused': {
        const { code, message, source } = sent;
        return receipt(await this.petitions.record(command, state, refusalOf(code, message, source)));
      }
      case 'unavailable':
      case 'unknown':
        return this.later(command, state, sent.reason);
    }
  }

  /** Nothing waits any more: the SAT says how it was decided; where it does not, by the answer that was under way. */
  private async settle(command: Command, state: KnownPetition): Promise<Outcome> {
    const found = await this.side.found(command, state.received);
    return receipt(
      found === null
        ? await this.petitions.record(command, state, { kind: 'taken', receiptKey: null })
        : await this.petitions.close(command, found),
    );
  }

  private async certificateOf(command: Command, state: KnownPetition): Promise<Result<SigningCertificate>> {
    const context = await this.side.context(command, []);
    if (!context.ok) return context;
    return this.side.certificate(command, state.receiverRfc, context.value?.receiver ?? null);
  }

  private async later(command: Command, state: KnownPetition, reason: string): Promise<Outcome> {
    return receipt(await this.petitions.record(command, state, { kind: 'no-answer', reason }));
  }
}
