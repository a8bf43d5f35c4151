import type { PetitionEvent, ToldType } from '#contracts';

const SUPPLIER_ID = '6743f1c2a1b2c3d4e5f60704';
const INVOICE_ID = '6743f1c2a1b2c3d4e5f60705';
const UUID = '5C1DD5B6-5B3A-4A0A-8C8B-2E8F0E7C7D11';

/** What may have happened to a supplier's cancellation request when an event of a type is told. */
export function petitionEvents(type: ToldType, at: string): readonly PetitionEvent[] {
  const supplier = { id: SUPPLIER_ID, legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6' };
  const document = {
    ...{ uuid: UUID, issuer_rfc: supplier.tax_id, receiver_rfc: 'EKU9003173C9' },
    ...{ total: '1160', sello_tail: 'bWFkZQ==' },
  };
  const received: PetitionEvent = {
    type: 'PetitionReceived',
    data: {
      ...{ number: 1, uuid: UUID, receiver_rfc: 'EKU9003173C9', pac: 'sandbox' },
      ...{ requested_at: null, expires_at: null, at },
      received: { invoice: INVOICE_ID, supplier, total: '1160', currency: 'MXN', document },
    },
  };
  if (type === 'cancellation_request.received') return [received];
  const attempt = { number: 1, attempt: 1, answer: 'accept', at } as const;
  return [
    received,
    { type: 'PetitionAnswerStarted', data: attempt },
    {
      type: 'PetitionAnswered',
      data: { ...attempt, uuid: UUID, invoice: INVOICE_ID, receipt_key: null },
    },
  ];
}
