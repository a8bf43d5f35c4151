import type { PetitionEvent } from '../petitions.js';
import { nobody, type ToldLines } from './lines.js';

/** What is told of suppliers' cancellation requests: that one waits, and what became of it, whoever answered. */
export const toldOfPetitions: ToldLines<PetitionEvent> = {
  PetitionReceived: ['cancellation_request.received'],
  PetitionDescribed: nobody('the request is the same; the invoice tells of itself'),
  PetitionAnswerStarted: nobody('what comes of it is told'),
  PetitionAnswered: ['cancellation_request.answered'],
  PetitionAnswerRefused: nobody('the answer to the caller says so, and the request goes on waiting'),
  PetitionAnswerDelayed: nobody('what comes of it is told'),
  PetitionClosed: ['cancellation_request.answered'],
};
