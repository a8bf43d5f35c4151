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

const commands = serveLine('cancellation', {
  'cancellation.request': RequestCancellationHandler,
  'cancellation.follow': FollowCancellationHandler,
  'cancellation.check': CheckCancellationHandler,
  'cancellation.query-status': QueryStatusHandler,
});

/** Requests cancellations from the tax authority and follows them to their outcome. */
@Module({
  imports: [PacModule],
  controllers: commands.controllers,
  providers: [Cancellations, TaxAuthority, ...commands.providers],
})
export class CancellationModule {}
