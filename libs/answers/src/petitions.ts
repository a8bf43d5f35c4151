import { ignoreUnknown } from '#kernel';
import {
  PETITION_LIST_STREAM,
  PETITION_STREAM,
  type PetitionDoc,
  type PetitionEvent,
  type PetitionListEvent,
  type PetitionListRow,
  type PetitionRow,
  type PetitionStatus,
  type ReceivedDocument,
} from '#contracts';
import type { Told } from './told.js';

/** A supplier's cancellation request after an event, as the API answers it: the latest of its document. */
export function petitionRow(
  row: PetitionRow | undefined,
  event: Told<PetitionEvent>,
): PetitionRow | undefined {
  if (event.type === 'PetitionReceived') return newPetition(event);
  if (!row) return undefined;
  const { revision } = event;
  const change = (patch: Partial<PetitionDoc>): PetitionRow => {
    const doc = { ...row.doc, ...patch };
    const supplier_tax_id = doc.supplier?.tax_id ?? null;
    return { ...row, revision, status: doc.status, supplier_tax_id, doc };
  };
  switch (event.type) {
    case 'PetitionDescribed':
      return change(describe(event.data.received));
    case 'PetitionAnswerStarted': {
      const { answer: action, at } = event.data;
      return change({ answer: { action, status: 'sending', at, code: null, message: null } });
    }
    case 'PetitionAnswered': {
      const { answer: action, at } = event.data;
      const status = action === 'accept' ? 'accepted' : 'rejected';
      const answer = { action, status: 'taken' as const, at, code: null, message: null };
      return change({ status, answer, resolved_at: at });
    }
    case 'PetitionAnswerRefused': {
      const { code, details, at } = event.data;
      const { message = null } = details[0] ?? {};
      const text = message === null || typeof message === 'string' ? message : message.es;
      const { answer } = row.doc;
      return change({ answer: answer && { ...answer, status: 'refused', at, code, message: text } });
    }
    case 'PetitionAnswerDelayed':
      return change({});
    case 'PetitionClosed': {
      const { outcome, at } = event.data;
      return change({ ...closed(row.doc, outcome), resolved_at: at });
    }
    default:
      return ignoreUnknown(event, { ...row, revision });
  }
}

/** What another answer than the organization's own has decided: its own is not shown as the one that counted. */
function closed(doc: PetitionDoc, status: PetitionStatus): Pick<PetitionDoc, 'status' | 'answer'> {
  const own = doc.answer?.action === 'accept' ? 'accepted' : 'rejected';
  return { status, answer: doc.answer?.status === 'sending' && own !== status ? null : doc.answer };
}

const describe = (
  received: ReceivedDocument | null,
): Pick<PetitionDoc, 'invoice' | 'supplier' | 'total' | 'currency'> => ({
  invoice: received?.invoice ?? null,
  supplier: received?.supplier ?? null,
  total: received === null ? null : Number(received.total),
  currency: received?.currency ?? null,
});

function newPetition(event: Extract<Told<PetitionEvent>, { type: 'PetitionReceived' }>): PetitionRow {
  const { streamId, revision, metadata, data } = event;
  const { organizationId: organization, livemode } = metadata;
  const { uuid, received, requested_at, expires_at, at } = data;
  const id = streamId.slice(PETITION_STREAM.length);
  return {
    ...{ id, revision, organization_id: organization, livemode, created_at: at, uuid, status: 'pending' },
    supplier_tax_id: received?.supplier.tax_id ?? null,
    doc: {
      ...{ id, created_at: at, livemode, organization, uuid, status: 'pending' },
      ...describe(received),
      ...{ first_seen_at: at, requested_at, expires_at, answer: null, resolved_at: null },
    },
  };
}

/** When the list of a tenant was asked for, after an event. */
export function petitionListRow(
  row: PetitionListRow | undefined,
  event: Told<PetitionListEvent>,
): PetitionListRow | undefined {
  const { streamId, revision, metadata } = event;
  const { organizationId: organization_id, livemode } = metadata;
  const id = streamId.slice(PETITION_LIST_STREAM.length);
  const before: PetitionListRow = row ?? { id, revision, organization_id, livemode, asked_at: null };
  const { type } = event;
  switch (type) {
    case 'PetitionListAsked':
      return { ...before, revision, asked_at: event.data.at };
    case 'PetitionListUnanswered':
      return { ...before, revision };
    default:
      return ignoreUnknown(type, { ...before, revision });
  }
}
