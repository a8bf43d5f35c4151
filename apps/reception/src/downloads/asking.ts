import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { CommandBus } from '#bus';
import type { AnswerOf, Command, CommandType, DataOf } from '#contracts';
import { BUS } from '#hosting';

/** What downloads ask of other services. */
export type Asked =
  | 'stamping.download-fiel'
  | 'stamping.request-download'
  | 'stamping.verify-download'
  | 'stamping.fetch-package'
  | 'reception.import'
  | 'gateway.match-documents'
  | 'gateway.known-documents';

/** A step is sent again after 90 s without an answer; the SAT itself is given 60. */
const TIMEOUT_MS = 80_000;

/** Asks others while a command is handled: under its tenant, and each question under a key of its own, so that none waits for another. */
@Injectable()
export class Asking {
  constructor(@Inject(BUS) private readonly bus: Pick<CommandBus, 'send'>) {}

  /** The answer; `about` tells questions of one command apart. Throws where the question is refused: none of these is. */
  async ask<Type extends Asked & CommandType>(
    command: Command,
    type: Type,
    about: string,
    data: DataOf<Type>,
  ): Promise<AnswerOf<Type>> {
    const { tenant, actor, correlationId, time } = command;
    const id = deterministicUuid(command.id, type, about);
    const sent = { id, key: id, type, data, tenant, actor, correlationId, time };
    const outcome = await this.bus.send(sent, { timeoutMs: TIMEOUT_MS });
    if (!outcome.ok) throw new Refusal(type, outcome.refusal.code);
    return outcome.value.data;
  }
}

/** A question was refused, with this code. */
export class Refusal extends Error {
  constructor(
    type: string,
    readonly code: string,
  ) {
    super(`${type} was refused: ${code}`);
  }
}
