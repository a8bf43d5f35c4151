import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { pngOf } from '../support/pictures.js';
import type { Json } from '../support/app.js';
import { as, finds, type Step } from './step.js';
import { team } from './team.js';

const ONE = '/v2/organizations/{organization_id}';
const KEYS = `${ONE}/apikeys`;
const SERIES = `${ONE}/series-group`;
const CHECK = '/v2/organizations/domain-check';

/** Fiscal data without the RFC, which comes with the certificate. */
export const legal = {
  ...{ name: 'Kemper', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
  ...{ address: { zip: '42501', street: 'Hidalgo' }, support_email: 'ayuda@kemper.example' },
};

type OfUser = Omit<Step, 'by'>;
/** Steps with the key of the user who owns the organization. */
const byUser = (steps: readonly OfUser[]): Step[] => steps.map((step) => ({ ...step, by: 'user' }));

const isKey = (environment: 'test' | 'live') => (answer: Json) =>
  expect(answer).toMatch(new RegExp(`^sk_${environment}_[0-9A-Za-z]{40}$`));
const shows = (expected: object) => (answer: Json) => expect(answer).toMatchObject(expected);

/** Streams of files that are there, as one uploads a file that lies on a disk. */
async function asStreams<T>(files: readonly Buffer[], upload: (streams: Json[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-sdk-'));
  try {
    const paths = files.map((_, index) => join(folder, `${index}`));
    await Promise.all(files.map((file, index) => writeFile(paths[index] ?? '', file)));
    return await upload(paths.map((path) => createReadStream(path)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const itself = byUser([
  {
    method: 'organizations.create',
    operation: 'POST /v2/organizations',
    call: as('organization', ({ organizations }) => organizations.create({ name: 'Kemper' })),
    check: shows({ is_production_ready: false, pending_steps: [{ type: 'legal' }, { type: 'certificate' }] }),
  },
  {
    method: 'organizations.list',
    operation: 'GET /v2/organizations',
    call: ({ organizations }) => organizations.list({ q: 'kemper', limit: 5 }),
    check: finds('organization'),
  },
  {
    method: 'organizations.retrieve',
    operation: `GET ${ONE}`,
    call: ({ organizations }, { organization: { id } }) => organizations.retrieve(id),
    check: (answer, { organization }) => expect(answer).toEqual(organization),
  },
  {
    method: 'organizations.updateLegal',
    operation: `PUT ${ONE}/legal`,
    call: ({ organizations }, { organization: { id } }) => organizations.updateLegal(id, legal),
    check: shows({
      legal: { legal_name: legal.legal_name, support_email: legal.support_email },
      pending_steps: [{ type: 'certificate' }],
    }),
  },
]);

const certificate = byUser([
  {
    method: 'organizations.uploadCertificate',
    operation: `PUT ${ONE}/certificate`,
    // The same files again, read from a disk.
    call: async ({ organizations }, { organization: { id }, csd: { cer, key, password } }) => {
      await organizations.uploadCertificate(id, cer, key, password);
      return asStreams([cer, key], ([first, second]) =>
        organizations.uploadCertificate(id, first, second, password),
      );
    },
    check: (answer, { csd: { noCertificado } }) =>
      expect(answer).toMatchObject({
        legal: { tax_id: 'EKU9003173C9' },
        certificate: { has_certificate: true, serial_number: noCertificado, expires_at: expect.any(String) },
        is_production_ready: expect.any(Boolean),
      }),
  },
  {
    method: 'organizations.deleteCertificate',
    operation: `DELETE ${ONE}/certificate`,
    call: ({ organizations }, { organization: { id } }) => organizations.deleteCertificate(id),
    check: (answer, { organization: { id } }) =>
      expect(answer).toMatchObject({
        ...{ id, has_certificate: false, certificate: { has_certificate: false } },
        updated_at: expect.stringMatching(/Z$/),
        pending_steps: [{ type: 'certificate' }],
      }),
  },
]);

const settings = byUser([
  {
    method: 'organizations.uploadLogo',
    operation: `PUT ${ONE}/logo`,
    call: async ({ organizations }, { organization: { id } }) => {
      await organizations.uploadLogo(id, pngOf('c81e1e'));
      return asStreams([pngOf('1f4b99', 64, 64)], ([stream]) => organizations.uploadLogo(id, stream));
    },
    check: shows({ customization: { has_logo: true }, logo_url: expect.stringMatching(/^https?:/) }),
  },
  {
    method: 'organizations.updateCustomization',
    operation: `PUT ${ONE}/customization`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.updateCustomization(id, {
        color: 'BADA55',
        next_folio_number_test: 1_000,
        pdf_extra: { codes: false, payroll_options: { puesto: true } },
      }),
    check: (answer) => {
      expect(answer.customization).toMatchObject({ next_folio_number: 1, next_folio_number_test: 1_000 });
      expect(answer.customization.color).toMatch(/^#?bada55$/i);
      // What was not sent stays.
      expect(answer.customization.pdf_extra).toMatchObject({
        ...{ codes: false, product_key: true },
        payroll_options: { puesto: true, antiguedad: false },
      });
    },
  },
  {
    method: 'organizations.updateReceiptSettings',
    operation: `PUT ${ONE}/receipts`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.updateReceiptSettings(id, {
        ...{ periodicity: 'week', duration_days: 5, next_folio_number_test: 70 },
      }),
    check: shows({
      receipts: {
        ...{ periodicity: 'week', duration_days: 5 },
        ...{ next_folio_number: 1, next_folio_number_test: 70 },
      },
      customization: { next_folio_number_test: 1_000 },
    }),
  },
  {
    method: 'organizations.updateSelfInvoiceSettings',
    operation: `PUT ${ONE}/self-invoice`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.updateSelfInvoiceSettings(id, {
        ...{ allowed_cfdi_uses: ['G03', 'S01'], apply_resico_isr: true },
        support_email: 'portal@kemper.example',
      }),
    check: shows({
      self_invoice: {
        ...{ allowed_cfdi_uses: ['G03', 'S01'], apply_resico_isr: true },
        ...{ support_email: 'portal@kemper.example', support_email_verified: false },
      },
    }),
  },
  {
    method: 'organizations.checkDomainIsAvailable',
    operation: [`GET ${CHECK}`, `PUT ${CHECK}`],
    call: async ({ organizations }, made) => {
      made['domain'] = `kemper-${made['organization'].id}`;
      expect(await organizations.checkDomainIsAvailable({ domain: 'healthz' })).toEqual({ available: false });
      return organizations.checkDomainIsAvailable({ domain: made['domain'] });
    },
    check: (answer) => expect(answer).toEqual({ available: true }),
  },
  {
    method: 'organizations.updateDomain',
    operation: `PUT ${ONE}/domain`,
    call: ({ organizations }, { organization: { id }, domain }) => organizations.updateDomain(id, { domain }),
    check: (answer, { domain }) => expect(answer.domain).toBe(domain),
  },
]);

const keys = byUser([
  {
    method: 'organizations.getTestApiKey',
    operation: `GET ${KEYS}/test`,
    call: as('testKey', ({ organizations }, { organization: { id } }) => organizations.getTestApiKey(id)),
    check: isKey('test'),
  },
  {
    method: 'organizations.renewTestApiKey',
    operation: `PUT ${KEYS}/test`,
    call: ({ organizations }, { organization: { id } }) => organizations.renewTestApiKey(id),
    check: (answer, { testKey }) => {
      isKey('test')(answer);
      expect(answer).not.toBe(testKey);
    },
  },
  {
    method: 'organizations.renewLiveApiKey',
    operation: `PUT ${KEYS}/live`,
    call: as('liveKey', async ({ organizations }, made) => {
      made['otherLiveKey'] = await organizations.renewLiveApiKey(made['organization'].id);
      return organizations.renewLiveApiKey(made['organization'].id);
    }),
    check: (answer, { otherLiveKey }) => {
      isKey('live')(answer);
      expect(answer).not.toBe(otherLiveKey);
    },
  },
  {
    method: 'organizations.listLiveApiKeys',
    operation: `GET ${KEYS}/live`,
    call: as('liveKeys', ({ organizations }, { organization: { id } }) => organizations.listLiveApiKeys(id)),
    check: (answer, { liveKey, otherLiveKey }) => {
      const first12 = [otherLiveKey, liveKey].map((key: string) => key.slice(0, 12));
      expect(answer.map((key: Json) => key.first_12).toSorted()).toEqual(first12.toSorted());
      for (const key of answer) {
        expect(key).toMatchObject({ id: expect.any(String), created_at: expect.stringMatching(/Z$/) });
        expect(JSON.stringify(key)).not.toContain(liveKey.slice(13));
      }
    },
  },
  {
    method: 'organizations.deleteLiveApiKey',
    operation: `DELETE ${KEYS}/live/{key_id}`,
    call: ({ organizations }, { organization: { id }, liveKeys: [{ id: key }] }) =>
      organizations.deleteLiveApiKey(id, key),
    check: (answer, { liveKeys }) => expect(answer).toEqual(liveKeys.slice(1)),
  },
]);

/** .NET reads the name of a series as `name`, all others as `series`. */
const isSeries = (next_folio: number, next_folio_test: number) =>
  shows({ series: 'KEM', name: 'KEM', next_folio, next_folio_test });

const series = byUser([
  {
    method: 'organizations.createSeriesGroup',
    operation: `POST ${SERIES}`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.createSeriesGroup(id, { series: 'KEM', next_folio: 1, next_folio_test: 10 }),
    check: isSeries(1, 10),
  },
  {
    method: 'organizations.updateSeriesGroup',
    operation: `PUT ${SERIES}/{series_name}`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.updateSeriesGroup(id, 'KEM', { next_folio: 5, next_folio_test: 20 }),
    check: isSeries(5, 20),
  },
  {
    method: 'organizations.listSeriesGroup',
    operation: `GET ${SERIES}`,
    call: ({ organizations }, { organization: { id } }) => organizations.listSeriesGroup(id),
    check: (answer) => {
      expect(answer).toHaveLength(1);
      isSeries(5, 20)(answer[0]);
    },
  },
  {
    method: 'organizations.updateDefaultSeries',
    operation: `PUT ${SERIES}/default-series`,
    call: ({ organizations }, { organization: { id } }) =>
      organizations.updateDefaultSeries(id, { type: 'I', series: 'KEM' }),
    check: (answer, { organization: { id } }) =>
      expect(answer).toMatchObject({
        ...{ id, ok: true },
        customization: { default_series: { I: 'KEM', E: null } },
      }),
  },
  {
    method: 'organizations.deleteSeriesGroup',
    operation: `DELETE ${SERIES}/{series_name}`,
    call: async ({ organizations }, { organization: { id } }) => {
      await organizations.createSeriesGroup(id, { series: 'OLD', next_folio: 3, next_folio_test: 4 });
      return organizations.deleteSeriesGroup(id, 'OLD');
    },
    check: shows({ series: 'OLD', next_folio: 3, next_folio_test: 4 }),
  },
]);

const me: Step = {
  method: 'organizations.me',
  operation: 'GET /v2/organizations/me',
  call: ({ organizations }) => organizations.me(),
  check: (answer, { own }) => expect(answer.id).toBe(own.id),
};

const farewell = byUser([
  {
    method: 'organizations.del',
    operation: `DELETE ${ONE}`,
    call: ({ organizations }, { organization: { id } }) => organizations.del(id),
    check: (answer, { organization: { id } }) => expect(answer.id).toBe(id),
  },
]);

/** Every method of `organizations`, in an order in which each finds what it needs. */
export const organizations: readonly Step[] = [
  ...[me, ...itself, ...certificate, ...settings, ...keys, ...series, ...team, ...farewell],
];
