import { setTimeout as sleep } from 'node:timers/promises';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  MAX_STANDINGS,
  QueryStatusCommand,
  type CommandOutcome,
  type FiscalDocument,
  type SatStanding,
} from '#contracts';
import { answerWithData } from '#eventing';
import { Pace } from '#pac';
import { TaxAuthority } from '../cancellation/authority.js';
import { standingOf, UNKNOWN } from './standing.js';

/** The tax authority publishes no limit; its clients ask once a second, and these questions can wait. */
const GAP_MS = 1_000;
/** Who would wait longer for a turn is told nothing, and asks again. */
const LONGEST_WAIT_MS = 10_000;
/** However many documents: then the answer goes out with what is known. */
const WITHIN_MS = 15_000;

interface Timing {
  readonly pace: Pick<Pace, 'turn'>;
  readonly withinMs: number;
}

/**
 * Asks the tax authority how documents stand, also those of others; records nothing. Where it does not answer in time, or in words
 * that are not known, a standing says nothing. The SAT itself is asked once a second, the sandbox of Test as it comes.
 */
@CommandHandler(QueryStatusCommand)
export class QueryStatusHandler implements Handles<QueryStatusCommand> {
  /** A spec brings a pace and a bound of its own. */
  timing: Timing = {
    pace: new Pace({ gapMs: GAP_MS, longestMs: LONGEST_WAIT_MS }),
    withinMs: WITHIN_MS,
  };

  constructor(private readonly authority: TaxAuthority) {}

  async execute(command: QueryStatusCommand): Promise<CommandOutcome<{ standings: readonly SatStanding[] }>> {
    const { documents } = command.data;
    if (documents.length > MAX_STANDINGS)
      throw new RangeError(`${documents.length} documents were asked for; the most are ${MAX_STANDINGS}`);
    const done = new AbortController();
    const tooLate = sleep(this.timing.withinMs, UNKNOWN, { signal: done.signal, ref: false }).catch(
      () => UNKNOWN,
    );
    try {
      const ask = (document: FiscalDocument) =>
        Promise.race([this.ask(command, document, done.signal), tooLate]);
      return answerWithData({ standings: await Promise.all(documents.map(ask)) });
    } finally {
      done.abort();
    }
  }

  private async ask(
    command: QueryStatusCommand,
    document: FiscalDocument,
    answered: AbortSignal,
  ): Promise<SatStanding> {
    if (command.tenant.livemode && !(await this.timing.pace.turn())) return UNKNOWN;
    // Its turn came after the answer went out.
    if (answered.aborted) return UNKNOWN;
    return standingOf(await this.authority.status(command, document));
  }
}
