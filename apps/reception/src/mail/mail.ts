import { ignoreUnknown, ok, refuse, type Decider, type Result } from '#kernel';
import type { InboundMailArrived, InboundMailEvent, InboundMailResults } from '#contracts';

/** A mail as its commands know it. */
export type Mail =
  | { readonly status: 'absent' }
  /** `received_at`: ISO 8601 in UTC. */
  | { readonly status: 'processing' | 'processed'; readonly received_at: string };

/** `at`: the tenant's time. */
export type MailCommand =
  | { type: 'take'; mail: InboundMailArrived; at: string }
  | { type: 'process'; results: InboundMailResults; at: string };

/** The rules of inbound mails: one that comes again, and one that has been processed, change nothing. */
export const mailDecider: Decider<Mail, MailCommand, InboundMailEvent> = {
  initial: { status: 'absent' },
  evolve,
  decide,
};

function evolve(state: Mail, event: InboundMailEvent): Mail {
  switch (event.type) {
    case 'InboundMailReceived':
      return { status: 'processing', received_at: event.data.at };
    case 'InboundMailProcessed':
      return state.status === 'absent' ? state : { ...state, status: 'processed' };
    default:
      return ignoreUnknown(event, state);
  }
}

function decide(command: MailCommand, state: Mail): Result<readonly InboundMailEvent[]> {
  switch (command.type) {
    case 'take': {
      const { mail, at } = command;
      return ok(state.status === 'absent' ? [{ type: 'InboundMailReceived', data: { ...mail, at } }] : []);
    }
    case 'process': {
      const { results, at } = command;
      if (state.status === 'absent') return refuse('not_found');
      return ok(
        state.status === 'processed' ? [] : [{ type: 'InboundMailProcessed', data: { ...results, at } }],
      );
    }
  }
}
