import { Inject, Injectable } from '@nestjs/common';
import type { StampCommand } from '#contracts';
import { LOG, TELEMETRY, type Logger, type Runtime } from '#hosting';

/** What operators are told of stampings, beside the doubts that are listed. */
@Injectable()
export class Signs {
  constructor(
    @Inject(TELEMETRY) private readonly telemetry: Pick<Runtime['telemetry'], 'metrics'>,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** A document can't be settled: the account at its PAC is not the one that it was sent to. */
  accountChanged({ key, tenant }: StampCommand, pac: string): void {
    this.telemetry.metrics.pacTroubles.inc({ pac, trouble: 'account_changed' });
    const { organizationId } = tenant;
    this.log.warn({ stamping: key, organizationId, pac }, 'in doubt at a PAC whose account has changed');
  }
}
