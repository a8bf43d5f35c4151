import { ignoreUnknown } from '#kernel';
import type { PetitionEvent, PetitionListEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** How long an answer is waited for before somebody looks whether whoever sends it still lives. */
const HEARD_WITHIN_MS = 90_000;
/** The SAT's status service may lag behind an answer that it took: the invoice is looked at once more after so long. */
const STATUS_SHOWS_MS = 3_600_000;

/** Takes up answers without an outcome, has the invoice looked at once there is one, and asks for lists again. */
export const petitionsPolling = defineProcess({
  name: 'cancellation.petitions',
  react: { 'petition-': followAnswers, 'petitions-': planLooks },
});

function followAnswers(id: string, event: PetitionEvent): readonly Effect[] {
  const { type } = event;
  switch (type) {
    case 'PetitionAnswerStarted': {
      const { number, attempt, at } = event.data;
      const due = new Date(Date.parse(at) + HEARD_WITHIN_MS).toISOString();
      return [schedule(due, 'cancellation.follow-answer', id, { number, attempt })];
    }
    case 'PetitionAnswerDelayed': {
      const { number, attempt, retry_at } = event.data;
      return [schedule(retry_at, 'cancellation.follow-answer', id, { number, attempt })];
    }
    case 'PetitionAnswered':
    case 'PetitionClosed': {
      // Its watch would come to it in a month at the latest.
      const { invoice, at } = event.data;
      if (invoice === null) return [ignore('the invoice is not here')];
      const later = new Date(Date.parse(at) + STATUS_SHOWS_MS).toISOString();
      return [send('invoicing.refresh', invoice, {}), schedule(later, 'invoicing.refresh', invoice, {})];
    }
    case 'PetitionReceived':
    case 'PetitionDescribed':
    case 'PetitionAnswerRefused':
      return [ignore(`${type} asks for nothing`)];
    default:
      return ignoreUnknown(type, [ignore('not known yet')]);
  }
}

function planLooks(id: string, event: PetitionListEvent): readonly Effect[] {
  const { type } = event;
  switch (type) {
    case 'PetitionListAsked':
    case 'PetitionListUnanswered': {
      const { next_at, at } = event.data;
      if (next_at === null) return [ignore('nobody has used the list for a while')];
      return [schedule(next_at, 'cancellation.look-for-petitions', id, { after: at })];
    }
    default:
      return ignoreUnknown(type, [ignore('not known yet')]);
  }
}
