import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { errorTable, statusOf, subcodeTable, type ErrorCode, type Subcode } from '#kernel';
import { loadCatalogues } from '#sat/large/load/load';
import { temporaryFolder, tsv } from '#sat/large/testing';
import { authErrors } from '#kernel/errors/auth';
import { cancellationErrors } from '#kernel/errors/cancellation';
import { catalogErrors, productErrors } from '#kernel/errors/catalog';
import { commonErrors } from '#kernel/errors/common';
import { customerErrors } from '#kernel/errors/customer';
import { deliveryErrors, draftErrors, invoiceErrors } from '#kernel/errors/invoice';
import { invoiceImportErrors } from '#kernel/errors/invoice-import';
import { inviteErrors, organizationAccessErrors } from '#kernel/errors/organization-access';
import { organizationErrors, seriesErrors, webhookErrors } from '#kernel/errors/organization';
import { organizationSettingsErrors } from '#kernel/errors/organization-settings';
import { petitionErrors } from '#kernel/errors/petition';
import { receiptErrors } from '#kernel/errors/receipt';
import { retentionErrors } from '#kernel/errors/retention';
import { requestErrors } from '#kernel/errors/request';
import { stampingErrors } from '#kernel/errors/stamping';
import { taxInfoErrors } from '#kernel/errors/tax-info';
import { startApp, type Answer, type Json, type TestApp } from '../support/app.js';
import { authorisationCodes } from './error-codes/authorisation.js';
import { cancellationCodes } from './error-codes/cancellations.js';
import { invoiceCodes, subcodes } from './error-codes/invoices.js';
import { importCodes } from './error-codes/imports.js';
import { invitationCodes } from './error-codes/invitations.js';
import { peopleCodes, peopleCodesOfBodies } from './error-codes/people.js';
import { petitionCodes } from './error-codes/petitions.js';
import { receiptCodes } from './error-codes/receipts.js';
import { recordCodes } from './error-codes/records.js';
import { retentionCodes } from './error-codes/retentions.js';
import { requestCodes } from './error-codes/requests.js';
import { organizationCodes } from './error-codes/series.js';
import { settingsCodes } from './error-codes/settings.js';
import { uploadCodes } from './error-codes/uploads.js';
import { webhookCodes } from './error-codes/webhooks.js';
import { ask, type Reached } from './error-codes/row.js';
import { unreached } from './error-codes/unreached.js';

/** Every code of requests, customers, products, invoices and cancellations, with a request that is answered with it. */

let smtp: TestSmtp;
/** What tariff codes there are, an installation has to load. */
const tariff = temporaryFolder({
  'cce_20_fracciones_arancelarias.tsv': tsv(
    ['fraccion', 'texto', 'unidad', 'vigencia_desde', 'vigencia_hasta'],
    [['2402200100', 'Cigarros', '01', '2022-01-01', '']],
  ),
});
const catalogues = temporaryFolder();
let app: TestApp;
let narrow: TestApp;
beforeAll(async () => {
  loadCatalogues({ from: tariff.path, to: catalogues.path });
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  smtp.manners = { rcpt: (address) => (address.endsWith('@refused.example') ? 550 : undefined) };
  app = await startApp({
    TIMBRA_BODY_LIMIT_MB: '2',
    TIMBRA_CATALOGUES: catalogues.path,
    TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TIMBRA_MAIL_FROM: 'facturas@timbra.example',
  });
  narrow = await startApp({ TIMBRA_RATE_DETAIL: '2', TIMBRA_ZIP_IN_TEST: 'false' });
});
afterAll(async () => {
  await app.close();
  await narrow.close();
  await smtp.close();
  for (const folder of [tariff, catalogues]) folder.remove();
});
afterEach(() => {
  jest.restoreAllMocks();
  app.sandbox.faults.clear();
});

/** The text of a table up to its first value: what a message begins with whatever the request. */
const beginning = (text: string): string => text.split(/\s*[({]/)[0] ?? '';

/** What the code's row says must be so, in the answer itself or, of a subcode, in its details. */
function isAnswered({ code, status, path }: Reached, answer: Answer): Json {
  const { body, headers } = answer;
  expect(headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
  expect(body).toMatchObject({ ok: false, status });
  expect(answer.status).toBe(status);
  const named: Json[] = body.code === code ? [body] : body.errors.filter((one: Json) => one.code === code);
  expect({ code: body.code, errors: body.errors, found: named.length > 0 }).toMatchObject({ found: true });
  const places = [body.path, ...named.map((one) => one.path), body.errors[0]?.path];
  if (path !== undefined) expect(places).toContain(path);
  return named[0];
}

async function isReached(row: Reached, isSubcode: boolean): Promise<void> {
  const messages: string[] = [];
  for (const language of ['es', 'en'] as const) {
    const asked = await row.when({ app, narrow });
    const answer = await ask(row.narrow ? narrow : app, asked, language);
    const { message } = isAnswered(row, answer);
    // Nobody has read what language is wished.
    if (row.code === 'headers_too_large') return expect(message).toContain(errorTable.headers_too_large.es);
    const table = isSubcode ? subcodeTable[row.code as Subcode] : errorTable[row.code as ErrorCode];
    // Who says more than the table says it in a detail, which the message repeats.
    if (isSubcode || answer.body.errors.length === 0) expect(message).toContain(beginning(table[language]));
    expect(message).not.toMatch(/[{}]|undefined|\[object|^$/);
    messages.push(answer.body.message as string);
    jest.restoreAllMocks();
  }
  // A foreign text stays in its own language (SAT and PAC).
  if (!FOREIGN.has(row.code)) expect(messages[0]).not.toBe(messages[1]);
}

const FOREIGN = new Set([
  'invoice_stamping_validation_error',
  'invoice_not_cancelable_by_sat',
  'invoice_cancellation_rfc_mismatch',
  'invoice_cancellation_failed',
  'invoice_cancellation_not_found',
  'retention_stamping_validation_error',
  'retention_not_cancelable',
  'retention_cancellation_failed',
]);

const named = (rows: readonly Reached[]) =>
  rows.map((row) => [`${row.status} ${row.code}${row.path ? ` at ${row.path}` : ''}`, row] as const);

const tables = {
  'the request': requestCodes,
  'what people may do': authorisationCodes,
  'customers, products, catalogues': recordCodes,
  invoices: invoiceCodes,
  'imported documents': importCodes,
  cancellations: cancellationCodes,
  petitions: petitionCodes,
  'organizations and their series': organizationCodes,
  'the settings of an organization': settingsCodes,
  'certificates and logos': uploadCodes,
  invitations: invitationCodes,
  'the people of an organization': peopleCodes,
  receipts: receiptCodes,
  retentions: retentionCodes,
  webhooks: webhookCodes,
};

describe.each(Object.entries(tables))('codes of %s', (_, rows) => {
  it.each(named(rows))('%s', (_name, row) => isReached(row, false));

  it('have the statuses of the error table', () => {
    for (const { code, status } of rows) expect([code, statusOf(code as ErrorCode)]).toEqual([code, status]);
  });
});

describe('codes of bodies', () => {
  it.each(named(peopleCodesOfBodies))('%s', (_name, row) => isReached(row, false));
});

describe('subcodes', () => {
  it.each(named(subcodes))('%s', (_, row) => isReached(row, true));
});

it('no code is left out: each is reached, or there is a reason why it is not', () => {
  const groups = [
    ...[commonErrors, authErrors, requestErrors, taxInfoErrors, customerErrors, productErrors],
    petitionErrors,
    ...[
      catalogErrors,
      invoiceErrors,
      invoiceImportErrors,
      draftErrors,
      stampingErrors,
      deliveryErrors,
      cancellationErrors,
    ],
    ...[organizationErrors, organizationSettingsErrors, seriesErrors],
    organizationAccessErrors,
    inviteErrors,
    receiptErrors,
    retentionErrors,
    webhookErrors,
  ];
  const codes = groups.flatMap((group) => Object.keys(group));
  const found = new Set(
    [...Object.values(tables), peopleCodesOfBodies].flatMap((rows) => rows.map(({ code }) => code)),
  );
  expect(codes.filter((code) => !found.has(code) && !(code in unreached))).toEqual([]);
  expect(Object.keys(unreached).filter((code) => found.has(code) || !codes.includes(code))).toEqual([]);
  const details = new Set([...subcodes, ...recordCodes].map(({ code }) => code));
  expect(Object.keys(subcodeTable).filter((code) => !details.has(code))).toEqual([]);
});

it('no bug was met on the way', () => expect([...app.bugs(), ...narrow.bugs()]).toEqual([]));
