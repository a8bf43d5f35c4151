import type { Words } from './words.js';

const types = {
  I: 'Ingreso: an invoice',
  E: 'Egreso: a credit note',
  P: 'Pago: the receipt of a payment',
  N: 'Nómina: a payslip',
  T: 'Traslado: goods that are moved',
};
const asked = { pending: 'It is issued, and stamped', draft: 'It is stored, and may lack things' };
const exports = {
  '01': 'No aplica / It is no export',
  '02': 'Definitiva con clave A1 / Definitive, with key A1: it needs the complement comercio_exterior',
  '03': 'Temporal / Temporary',
  '04': 'Definitiva con clave distinta a A1 o sin enajenación / Definitive with another key, or not sold',
};
const cancellations = {
  none: 'Nobody has asked for it, or the request came to nothing',
  verifying: 'Requested; nobody knows yet whether the SAT has the request',
  pending: 'Requested; the receiver has to agree',
  accepted: 'Canceled',
  rejected: 'The receiver has refused: the invoice stays valid',
  expired: 'The request ran out: the invoice stays valid',
};

/** Invoices. */
export const invoicesWords: Words = {
  names: {
    complement: 'Complemento of the item, as fields or as XML; null: none',
    complements: 'Complementos of the CFDI, each with its `type`',
    invoice_id: 'Id of the invoice',
    zip_request_id: 'Id of the ZIP request',
  },
  values: [
    types,
    cancellations,
    {
      PUE: 'Pago en una sola exhibición / Paid at once',
      PPD: 'Pago en parcialidades o diferido / Paid later or in parts',
    },
    {
      draft: 'Stored, and not issued',
      pending: 'Issued; nobody can say yet whether it is stamped',
      valid: 'Stamped, and in force',
      canceled: 'Canceled at the SAT',
      failed: 'Issued, and never stamped: it is no fiscal document',
    },
    { paid: 'Nothing is due', unpaid: 'Some of it is due' },
    {
      upload: 'Sent to `POST /v2/invoices/import`',
      email: 'By mail',
      download: 'By a bulk download from the SAT',
    },
    { valid: 'Vigente', canceled: 'Cancelado', not_found: 'The SAT does not have it (yet)' },
    {
      listed: 'Its issuer is on the list',
      third_party_listed: 'The third party that it was issued for is on the list',
      not_listed: 'Neither is on the list',
    },
    {
      imported: 'It is there now',
      duplicate: 'It was there before',
      refused: 'It was not taken: `code` says why',
    },
    { key: 'A key of the API', service: 'The service by itself' },
    {
      canceled: 'Canceled with motive 02',
      reported: 'Left to the operator of the installation',
      pending: 'Its cancellation waits for the receiver',
      refused: 'The SAT or the PAC refused to cancel it',
    },
    {
      created: 'Requested',
      processing: 'It is being made',
      finished: 'Ready to be downloaded until `expires_at`',
      failed: 'No document could be read; ask for it again',
      none: 'Its file has expired; ask for it again',
    },
    {
      'invoice.drafted': 'A draft was made',
      'invoice.edited': 'The draft was edited',
      'invoice.issued': 'It got its folio, and was sent to be stamped',
      'invoice.stamped': 'It was stamped',
      'invoice.stamping_refused': 'The SAT or the PAC refused to stamp it',
      'invoice.stamping_delayed': 'Nobody can say yet whether it is stamped',
      'invoice.stamping_failed': 'It was given up: it has no stamp',
      'invoice.surplus_stamp_found': 'A second PAC had stamped it too',
      'invoice.surplus_stamp_settled': 'It is known what became of the second stamp',
      'invoice.payment_received': 'A payment of it was stamped',
      'invoice.payment_reverted': 'A payment of it was canceled',
      'invoice.cancellation_requested': 'Its cancellation was requested',
      'invoice.cancellation_updated': 'Its cancellation went on',
      'invoice.cancellation_refused': 'The SAT or the PAC refused to cancel it',
      'invoice.canceled': 'It was canceled',
      'invoice.status_checked': 'The SAT was asked, and said something new',
      'invoice.imported': 'It was imported',
      'invoice.sat_status_recorded': 'How the SAT has it, of a document that was issued elsewhere',
    },
  ],
  valuesOf: {
    'EditDraftBody.status': { draft: 'It stays a draft' },
    'CreateInvoiceBody.export': exports,
    'EditDraftBody.export': exports,
    'PreviewInvoiceBody.export': exports,
    motive: {
      '01': 'Comprobante emitido con errores con relación / Issued with errors, and another one takes its place',
      '02': 'Comprobante emitido con errores sin relación / Issued with errors, and nothing takes its place',
      '03': 'No se llevó a cabo la operación / The operation did not take place',
      '04': 'Operación nominativa relacionada en una factura global / A sale to a customer that is in a global invoice',
    },
    invoice_types: types,
    'CreateInvoiceBody.status': asked,
    'PreviewInvoiceBody.status': asked,
  },
};
