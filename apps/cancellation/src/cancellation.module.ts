import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { PacModule } from '#fiscal';
import { TaxAuthority } from './cancellation/authority.js';
import { Cancellations } from './cancellation/cancellations.js';
import {
  CheckCancellationHandler,
  FollowCancellationHandler,
  RequestCancellationHandler,
} from './cancellation/commands.js';
import { QueryStatusHandler } from './standings/query-status.js';
import { AnswerPetitionHandler } from './petition/answering.js';
import { FollowAnswerHandler } from './petition/following.js';
import { LookForPetitionsHandler } from './petition/looking.js';
import { PetitionLists, Petitions } from './petition/petitions.js';
import { ReceiverSide } from './petition/receiver-side.js';

const commands = serveLine('cancellation', {
  'cancellation.request': RequestCancellationHandler,
  'cancellation.follow': FollowCancellationHandler,
  'cancellation.check': CheckCancellationHandler,
  'cancellation.query-status': QueryStatusHandler,
  'cancellation.look-for-petitions': LookForPetitionsHandler,
  'cancellation.answer-petition': AnswerPetitionHandler,
  'cancellation.follow-answer': FollowAnswerHandler,
});

/** Requests cancellations from the tax authority and follows them to their outcome. */
@Module({
  imports: [PacModule],
  controllers: commands.controllers,
  providers: [Cancellations, TaxAuthority, Petitions, PetitionLists, ReceiverSide, ...commands.providers],
})
export class CancellationModule {}
