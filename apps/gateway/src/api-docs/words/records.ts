import type { Words } from './words.js';

const receiptStatus = {
  open: 'Not invoiced yet',
  canceled: 'Canceled, or given back whole: it is never invoiced',
  invoiced_to_customer: 'In an invoice to its customer',
  invoiced_globally: 'In a global invoice to the public in general',
};
const downloadKinds = {
  issued: 'What the organization issued',
  received: 'What the organization received',
};
const downloadFormats = {
  xml: 'The documents themselves, which are imported',
  metadata: 'What the SAT has of each, to compare',
};
const retentionStatus = {
  draft: 'Not sent to be stamped',
  pending: 'Being stamped, or nobody can say yet whether it is',
  valid: 'Stamped and in force',
  canceled: 'Canceled at the SAT',
  failed: 'Never stamped: given up, or refused in the end',
};
const requestStatus = {
  pending: 'It waits for an answer',
  accepted: 'Accepted: the invoice is canceled',
  rejected: 'Rejected: the invoice stays valid',
  expired: 'Nobody answered in three business days: the invoice is canceled',
};
const cancellation = {
  none: 'Nobody asked to cancel it',
  verifying: 'The SAT is being asked',
  pending: 'Asked for, and not decided',
  accepted: 'Canceled',
  rejected: 'Rejected: it stays valid',
  expired: 'Nobody answered in time, which cancels it',
};
const retentionPayment = {
  '01': 'Pago definitivo IVA / Definitive payment of IVA',
  '02': 'Pago definitivo IEPS / Definitive payment of IEPS',
  '03': 'Pago definitivo ISR / Definitive payment of ISR',
  '04': 'Pago provisional ISR / Provisional payment of ISR',
};
const taxes = {
  IVA: 'Impuesto al Valor Agregado / Value added tax',
  ISR: 'Impuesto sobre la Renta / Income tax',
  IEPS: 'Impuesto Especial sobre Producción y Servicios / Excise tax',
  '001': 'ISR by its key',
  '002': 'IVA by its key',
  '003': 'IEPS by its key',
  null: 'Not said',
};
const importFormats = { csv: 'Rows with a heading', ndjson: 'A receipt as JSON in each line' };
const importStatus = { processing: 'Its lines are being looked at', finished: 'All lines have been' };
const downloadStatus = {
  processing: 'Days are still to come',
  finished: 'All days are over, some perhaps failed',
  failed: 'Given up: `error` says why',
  stopped: 'Stopped by a request',
};

const of = (schemas: readonly string[], property: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(schemas.map((schema) => [`${schema}.${property}`, values]));
const RETENTIONS = ['Retention', 'WarnedRetention'];
const DOWNLOADS = ['DownloadDetail', 'DownloadListed'];

/** Receipts, retentions, and what accountants take along. */
export const recordsWords: Words = {
  names: {
    receipt_id: 'Id of the receipt',
    import_id: 'Id of the import',
    retention_id: 'Id of the retention',
    download_id: 'Id of the download',
    errors: 'All that is wrong, each with its field',
    motive: 'Why it is canceled (c_Motivo)',
    substitution: 'UUID of the document in its place, with motive 01',
    cancellation_status: 'How far its cancellation is',
    expires_at: 'Until when it can be used',
    content_type: 'The type of the file',
    filename: 'The name that the file is saved by',
    folio_number: 'Its number; by default, the next one',
    series: 'Its series; by default, that of the organization',
    pdf_custom_section: 'A section of your own in the PDF',
    pdf_options: 'How its PDF looks',
  },
  values: [
    receiptStatus,
    { ticket: 'A roll of 80 mm, as long as the receipt', letter: 'Pages of Letter' },
    { '48': 'Paper of 80 mm', '32': 'Paper of 58 mm' },
    { created: 'It was made', existing: 'It was there before', error: 'It was refused' },
    {
      done: 'Given back',
      pending: 'The credit note is being stamped',
      undone: 'The credit note came to nothing',
    },
    importFormats,
    downloadStatus,
    downloadKinds,
    downloadFormats,
    {
      waiting: 'Its turn has not come',
      requested: 'The SAT is at it',
      downloading: 'Its packages are fetched and imported',
      finished: 'All is here, or there was nothing',
      failed: '`error` says why; other days go on',
    },
    { request: 'By a request', daily: 'By the daily setting of the organization' },
    {
      missing_here: 'The SAT has it, and it is not here',
      missing_at_sat: 'It is here, and the SAT does not have it',
      status: 'Both have it, in another status',
    },
    {
      sending: 'Nobody knows yet whether the SAT has it',
      taken: 'The SAT has it',
      refused: 'Refused: it may be answered again',
    },
    { accept: 'The invoice is to be canceled', reject: 'The invoice is to stay valid' },
    { other_currency: 'They are in another currency than pesos', withholdings: 'They withhold taxes' },
    {
      day: 'A day',
      week: 'A week',
      fortnight: 'Half a month',
      month: 'A month',
      two_months: 'Two months, of regime 621',
    },
    retentionPayment,
    taxes,
  ],
  valuesOf: {
    ...of(['ImportedReceipts', 'ReceiptImportDetail'], 'status', importStatus),
    ...of(RETENTIONS, 'status', retentionStatus),
    ...of(RETENTIONS, 'cancellation_status', cancellation),
    ...of(RETENTIONS, 'type', { Retención: 'A retention: these are CFDI of their own' }),
    ...of(DOWNLOADS, 'status', downloadStatus),
    'RetentionBody.status': { pending: 'Stamp it before the answer', draft: 'Keep it as a draft' },
    'EditRetentionBody.status': { draft: 'It stays a draft' },
    'RetentionHistoryEvent.type': {
      'retention.drafted': 'Kept as a draft',
      'retention.edited': 'A draft was edited',
      'retention.issued': 'Sent to be stamped',
      'retention.stamped': 'Stamped',
      'retention.stamping_refused': 'Refused by provider or SAT',
      'retention.stamping_delayed': 'Nobody can say yet whether it is stamped',
      'retention.stamping_failed': 'Given up without a stamp',
      'retention.surplus_stamp_found': 'A second stamp of it was found',
      'retention.surplus_stamp_settled': 'What became of the second stamp is known',
      'retention.cancellation_requested': 'Its cancellation was asked for',
      'retention.cancellation_updated': 'Its cancellation went on',
      'retention.cancellation_refused': 'Its cancellation was refused',
      'retention.canceled': 'Canceled',
      'retention.status_checked': 'The SAT was asked for its status',
    },
    'RetentionHistoryEvent.status': {
      canceled: 'It was canceled',
      reported: 'The organization was told of it',
      pending: 'It is being canceled',
      refused: 'The SAT refused to cancel it',
    },
    'CancellationRequest.status': requestStatus,
    'GlobalPeriod.status': {
      open: 'Not over, or not invoiced yet',
      closed: 'Invoiced, or there was nothing to invoice',
      failed: 'An invoice was not made: `next_attempt_at` says when it is tried again',
    },
    'Difference.sat_status': { valid: 'In force', canceled: 'Canceled', null: 'The SAT does not have it' },
    'ReceiptProblem.ok': { false: 'Refused' },
    'ImportError.ok': { false: 'Refused' },
  },
};
