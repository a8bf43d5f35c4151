import {
  makeAuthority,
  makeCertificado,
  makeKeyPair,
  type CertificateOptions,
} from '#cfdi/testing/certificates';
import type { TestApp } from '../../support/app.js';
import { formWith } from '../../support/pictures.js';
import { formOf, type Files } from '../organizations/certificate-files.js';
import { reached, type Asked, type Reached } from './row.js';

/** Codes of files: certificates, FIEL and logos, each of an organization of its own. */

const keys = makeKeyPair();
const issuer = makeAuthority({ name: 'AC UAT' });
const make = (options: CertificateOptions = {}) => makeCertificado({ keys, issuer, ...options });
const csd = make();
const fiel = make({ fiel: true });
const other = { rfc: 'CACX7605101P8', name: 'XOCHILT CASAS CHAVEZ' };
const years = (count: number) => new Date(Date.now() + count * 365 * 86_400_000);
const otherKey = make({ keys: makeKeyPair() }).key;

async function newIssuer(app: TestApp): Promise<{ path: string; key: string }> {
  const key = await app.newUser();
  const { id } = await app.newOrganization(key, 'De archivos');
  return { path: `/organizations/${id}`, key };
}

type Setting = 'certificate' | 'fiel';
const put = (
  { path, key }: { path: string; key: string },
  setting: Setting | 'logo',
  body: unknown,
): Asked => ({
  request: `PUT ${path}/${setting}`,
  body,
  options: { key },
});

/** A code of a certificate, after others that the organization has already. */
const ofFiles = (
  code: string,
  path: string,
  files: Files,
  {
    setting = 'certificate',
    after = [],
  }: { setting?: Setting; after?: readonly (readonly [Setting, Files])[] } = {},
): Reached =>
  reached(
    code,
    400,
    async ({ app }) => {
      const issuerOfTest = await newIssuer(app);
      for (const [earlier, its] of after)
        await app.put(`${issuerOfTest.path}/${earlier}`, formOf(its), { key: issuerOfTest.key });
      return put(issuerOfTest, setting, formOf(files));
    },
    path,
  );

/** A form that is none: its boundary never comes. */
const BROKEN = 'multipart/form-data; boundary=none';

export const uploadCodes: readonly Reached[] = [
  ofFiles('certificate_files_required', 'cer', {}),
  ofFiles('certificate_file_required', 'cer', { key: csd.key, password: csd.password }),
  ofFiles('private_key_file_required', 'key', { cer: csd.cer, password: csd.password }),
  ofFiles('certificate_files_invalid', 'key', { ...csd, key: Buffer.from('llave') }),
  ofFiles('certificate_invalid', 'cer', { ...csd, cer: Buffer.from('certificado') }),
  ofFiles('certificate_expired', 'cer', make({ from: years(-5), until: years(-1) })),
  ofFiles('certificate_not_yet_valid', 'cer', make({ from: years(1), until: years(5) })),
  ofFiles('csd_required', 'cer', fiel),
  ofFiles('fiel_required', 'cer', csd, { setting: 'fiel' }),
  ofFiles('fiel_invalid', 'cer', { ...fiel, cer: Buffer.from('firma') }, { setting: 'fiel' }),
  ofFiles('private_key_password_incorrect', 'password', { ...csd, password: 'otra' }),
  ofFiles('private_key_certificate_mismatch', 'key', { ...csd, key: otherKey }),
  ofFiles('fiel_rfc_mismatch', 'cer', make({ ...other, fiel: true }), {
    ...{ setting: 'fiel', after: [['certificate', csd]] },
  }),
  ofFiles('certificate_fiel_rfc_mismatch', 'cer', make(other), { after: [['fiel', fiel]] }),
  reached(
    'organization_tax_info_invalid',
    400,
    async ({ app }) => {
      const { path, key } = await newIssuer(app);
      await app.put(`${path}/certificate`, formOf(csd), { key });
      const body = {
        ...{ name: 'Otra', legal_name: other.name, tax_id: other.rfc, tax_system: '612' },
        address: { zip: '36257' },
      };
      return { request: `PUT ${path}/legal`, body, options: { key } };
    },
    'tax_id',
  ),

  reached(
    'image_file_required',
    400,
    async ({ app }) => put(await newIssuer(app), 'logo', formOf({})),
    'file',
  ),
  reached(
    'invalid_image_file',
    400,
    async ({ app }) => put(await newIssuer(app), 'logo', formWith(Buffer.from('<svg/>'))),
    'file',
  ),
  reached('invalid_multipart_form_data', 400, async ({ app }) => {
    const asked = put(await newIssuer(app), 'logo', 'nothing');
    return { ...asked, options: { ...asked.options, headers: { 'content-type': BROKEN } } };
  }),
  reached('multipart_limit_exceeded', 413, async ({ app }) =>
    put(await newIssuer(app), 'certificate', formOf({ ...csd, password: 'x'.repeat(2_000) })),
  ),
];
