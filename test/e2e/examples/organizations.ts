import { makeAuthority, makeCertificado } from '#cfdi/testing/certificates';
import { formOf } from '../organizations/certificate-files.js';
import { formWith, pngOf } from '../../support/pictures.js';
import type { ExampleRun, Place, Stages } from './run.js';

/** A new organization of a new user's: what is set there changes nobody else's. */
async function own({ app }: ExampleRun): Promise<Place & { readonly id: string }> {
  const key = await app.newUser();
  const { id } = await app.newOrganization(key, 'Escuela Kemper');
  return { id, key, parameters: { organization_id: id } };
}
const inOwn = async (run: ExampleRun): Promise<Place> => {
  const { key, parameters } = await own(run);
  return { ...(key !== undefined && { key }), ...(parameters && { parameters }) };
};

/** In the shape of the authority's public test certificates. */
const issuer = makeAuthority({ name: 'AC UAT' });

/** One whose certificate is being changed: the sandbox signs it. */
const withFiles = async (run: ExampleRun, kind: 'csd' | 'fiel'): Promise<Place> => {
  const place = await own(run);
  return { ...place, body: formOf(makeCertificado({ issuer, fiel: kind === 'fiel' })) };
};

const withSeries = async (run: ExampleRun): Promise<Place> => {
  const place = await own(run);
  await run.app.post(
    `/organizations/${place.id}/series-group`,
    { series: 'FAC' },
    { key: place.key ?? null },
  );
  return { ...place, parameters: { organization_id: place.id, series_name: 'FAC' } };
};
const withDefault = async (run: ExampleRun): Promise<Place> => {
  const { key, parameters } = await withSeries(run);
  return {
    ...(key !== undefined && { key }),
    parameters: { organization_id: parameters?.['organization_id'] ?? '' },
  };
};

/** Organizations, their settings. */
export const organizationsStages: Stages = {
  getOrganization: inOwn,
  getOwnOrganization: async ({ app }) => ({ key: app.demo.test_key }),
  setOrganizationLegal: inOwn,
  setOrganizationLogo: async (run) => ({ ...(await inOwn(run)), body: formWith(pngOf('c81e1e')) }),
  getLogo: async (run) => {
    const place = await own(run);
    const key = place.key ?? null;
    const { body } = await run.app.api('PUT', `/organizations/${place.id}/logo`, formWith(pngOf('c81e1e')), {
      key,
    });
    const file = new URL(String(body.logo_url)).pathname.split('/').at(-1) ?? '';
    return { key: null, parameters: { organization_id: place.id, file } };
  },
  deleteOrganization: inOwn,
  restoreOrganization: async (run) => {
    const place = await own(run);
    await run.app.del(`/organizations/${place.id}`, { key: place.key ?? null });
    return place;
  },
  setOrganizationCustomization: inOwn,
  setOrganizationReceipts: inOwn,
  setOrganizationSelfInvoice: inOwn,
  setOrganizationDomain: async (run) => {
    const place = await own(run);
    const body = { support_email: 'ayuda@kemper.example' };
    await run.app.put(`/organizations/${place.id}/self-invoice`, body, { key: place.key ?? null });
    return place;
  },
  createOnboardingLink: inOwn,
  setCertificate: (run) => withFiles(run, 'csd'),
  deleteCertificate: inOwn,
  setFiel: (run) => withFiles(run, 'fiel'),
  deleteFiel: inOwn,
  listSeries: withDefault,
  createSeries: inOwn,
  setDefaultSeries: withDefault,
  updateSeries: withSeries,
  deleteSeries: withSeries,
  getPacs: inOwn,
  setPacs: inOwn,
  createManifestLink: async (run) => {
    const place = await own(run);
    return { ...place, parameters: { ...place.parameters, pac: 'sw' } };
  },
};
