import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import { GLOBALS_STREAM, type Command, type GlobalsEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { globalsDecider, type GlobalsCommand } from './decide.js';
import type { Globals } from './globals.js';

/** The automatic global invoices of organizations: which periods, and what became of them. */
@Injectable()
export class AutomaticGlobals extends Aggregates<Globals, GlobalsCommand, GlobalsEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: globalsDecider, stream: GLOBALS_STREAM, cacheSize: 1_000 });
  }

  /** Records something. A command may record several things: each has an id of its own. */
  async record(command: Command, recorded: GlobalsCommand): Promise<void> {
    const handled = await this.handle(
      { ...command, id: deterministicUuid(command.id, recorded.type) },
      recorded,
    );
    if (!handled.ok) throw new Error(`the decider refuses nothing, but did: ${handled.refusal.code}`);
  }
}
