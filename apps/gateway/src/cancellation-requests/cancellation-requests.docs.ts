import type { OperationDoc } from '#http';
import type { OperationDocs } from '../api-docs/types.js';

/** What an answer may be refused by. */
const refusals: OperationDoc['refusals'] = [
  'cancellation_request_not_found',
  'cancellation_request_already_answered',
  'cancellation_request_answer_failed',
  'cancellation_request_service_unavailable',
  'organization_incomplete',
];
const AGAIN = `The answer is signed with the CSD of the organization and sent to the SAT. While nobody knows whether the SAT has it, the request is still \`pending\` with \`answer.status\` \`sending\`, and the same answer is sent again by itself. The same answer given again says how it stands; the other one is refused (409). Takes no body.`;

export const cancellationRequestsDocs = {
  'GET /v2/cancellation-requests': {
    id: 'listCancellationRequests',
    tag: 'Suppliers',
    summary: 'List what suppliers ask to cancel',
    description: `Suppliers ask to cancel invoices that the organization received. It has three business days to answer, and **silence accepts**. Newest first; the SAT is asked for the list when it is older than half an hour in Live, and at each call in Test. \`asked_at\` says when it was asked, \`asking_error\` why it could not be asked now.

\`invoice\`, \`supplier\` and \`total\` are null until the invoice is imported. From the first call on the service asks by itself and tells news by the event \`cancellation_request.received\`.`,
    examples: {
      pending: { summary: 'Those that wait for an answer', parameters: { status: 'pending', limit: 2 } },
    },
    refusals: [{ code: 'invalid_request', path: 'status' }, 'page_too_large'],
  },
  'POST /v2/cancellation-requests/:uuid/accept': {
    id: 'acceptCancellationRequest',
    tag: 'Suppliers',
    summary: 'Accept that a received invoice is canceled',
    description: `The supplier's invoice with this UUID is canceled. ${AGAIN}`,
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals,
  },
  'POST /v2/cancellation-requests/:uuid/reject': {
    id: 'rejectCancellationRequest',
    tag: 'Suppliers',
    summary: 'Reject that a received invoice is canceled',
    description: `The supplier's invoice with this UUID stays valid. ${AGAIN}`,
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals,
  },
} satisfies OperationDocs;
