import type { PetitionEvent, PetitionListEvent } from '../petitions.js';
import { internal, type Lines } from './lines.js';

/** What is published of suppliers' cancellation requests. Who answered them is said nowhere outside. */
export const petitionLines: Lines<PetitionEvent> = {
  PetitionReceived: [
    {
      as: 'cancellation_request.received.v1',
      data: ({ number, uuid, receiver_rfc, requested_at, received }) => ({
        ...{ number, uuid, receiver_tax_id: receiver_rfc, requested_at },
        supplier_tax_id: received?.supplier.tax_id ?? null,
        invoice: received?.invoice ?? null,
      }),
    },
  ],
  PetitionDescribed: internal('the document came later than its request; it tells of itself'),
  PetitionAnswerStarted: internal('talk with the tax authority; what comes of it is told'),
  PetitionAnswered: [
    {
      as: 'cancellation_request.answered.v1',
      data: ({ number, uuid, invoice, answer }) => ({
        ...{ number, uuid, invoice },
        status: answer === 'accept' ? 'accepted' : 'rejected',
      }),
    },
  ],
  PetitionAnswerRefused: internal('the answer to the caller says so, and the request goes on waiting'),
  PetitionAnswerDelayed: internal('talk with the tax authority; what comes of it is told'),
  PetitionClosed: [
    {
      as: 'cancellation_request.closed.v1',
      data: ({ number, uuid, invoice, outcome }) => ({ number, uuid, invoice, status: outcome }),
    },
  ],
};

const OF_LISTS = 'how often the tax authority is asked; what it says is told of each request';
export const petitionListLines: Lines<PetitionListEvent> = {
  PetitionListAsked: internal(OF_LISTS),
  PetitionListUnanswered: internal(OF_LISTS),
};
