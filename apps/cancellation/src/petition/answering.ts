import { CommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { refuse, type Clock, type Refused, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { AnswerPetitionCommand, type Command, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import type { SigningCertificate } from '#fiscal';
import { CLOCK } from '#hosting';
import { FollowAnswerHandler } from './following.js';
import { isOpen, type KnownPetition, type Petition } from './petition.js';
import { Petitions } from './petitions.js';
import { ReceiverSide } from './receiver-side.js';

type Outcome = CommandOutcome<undefined>;

const UNAVAILABLE = 'cancellation_request_service_unavailable';

/**
 * Answers a petition: stored, then sent. Whoever dies in between leaves an answer that is taken up; the same answer asked for again says
 * how it stands, and another one is refused.
 */
@CommandHandler(AnswerPetitionCommand)
export class AnswerPetitionHandler implements Handles<AnswerPetitionCommand> {
  constructor(
    private readonly petitions: Petitions,
    private readonly side: ReceiverSide,
    private readonly follow: FollowAnswerHandler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(command: AnswerPetitionCommand): Promise<Outcome> {
    const before = await this.petitions.look(command);
    // Delivered before: whoever had it may have sent it.
    if (before.replayed) return this.follow.takeUp(command);
    const { state } = before;
    const isNew = state.status === 'pending' && state.open === null;
    const certificate = isNew ? await this.ready(command, state) : undefined;
    if (certificate?.ok === false) return certificate;
    const now = this.clock.now(command.tenant);
    const started = await this.petitions.handle(command, { type: 'start', now, answer: command.data.answer });
    if (!started.ok || !started.value.changed || !certificate) return receipt(started);
    return this.first(command, started.value.state, certificate.value);
  }

  /** Nothing is begun that nobody could sign or present. */
  private async ready(command: Command, { receiverRfc }: KnownPetition): Promise<Result<SigningCertificate>> {
    const context = await this.side.context(command, []);
    if (!context.ok) return context;
    const receiver = context.value?.receiver ?? null;
    const certificate = await this.side.certificate(command, receiverRfc, receiver);
    if (!certificate.ok) return certificate;
    return (await this.side.canAnswer(command)) ? certificate : refuse(UNAVAILABLE);
  }

  /** The first time that it is sent: a refusal is about this answer, and about no other. */
  private async first(command: Command, state: Petition, certificate: SigningCertificate): Promise<Outcome> {
    if (!isOpen(state)) throw new Error('an answer that was begun is open');
    const sent = await this.side.send(command, state, state.open, certificate);
    switch (sent.kind) {
      case 'taken':
        return receipt(await this.petitions.record(command, state, sent));
      case 'unknown':
        return receipt(
          await this.petitions.record(command, state, { kind: 'no-answer', reason: sent.reason }),
        );
      case 'unavailable': {
        // What the provider says of its trouble is kept; the caller is told what to do.
        const said = { code: 'pac_unavailable', message: sent.reason, source: 'pac' as const };
        const kept = await this.refuse(command, state, refuse(UNAVAILABLE, { details: [said] }));
        return kept.ok || kept.refusal.code !== UNAVAILABLE ? kept : refuse(UNAVAILABLE);
      }
      case 'refused': {
        const { code, message, source } = sent;
        return this.refuse(
          command,
          state,
          refuse('cancellation_request_answer_failed', {
            details: [{ code, message, source }],
          }),
        );
      }
      case 'settled': {
        const { code, message } = sent;
        // Somebody has answered it elsewhere, or its time is over.
        const found = await this.side.found(command, state.received);
        const details = [{ code, message, source: 'sat' as const }];
        const refused = await this.refuse(
          command,
          state,
          refuse('cancellation_request_already_answered', { details }),
        );
        if (found !== null) await this.petitions.close(command, found);
        return refused;
      }
    }
  }

  private async refuse(command: Command, state: KnownPetition, refused: Refused): Promise<Outcome> {
    const { code, details = [] } = refused.refusal;
    const recorded = await this.petitions.record(command, state, { kind: 'refused', code, details });
    return recorded.ok ? refused : recorded;
  }
}
