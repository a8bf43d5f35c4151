import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { formWith, pngOf } from '../../support/pictures.js';
import { formOf, upload } from '../organizations/certificate-files.js';
import { doubted, liveOf, placeIn } from './live.js';
import type { ExampleRun, Place, Stages } from './run.js';

const SUPPORT = 'facturas@example.com';
const LEGAL = {
  ...{ name: 'Escuela Kemper', legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9' },
  ...{ tax_system: '601', address: { zip: '42501' }, support_email: SUPPORT },
};

interface Own {
  readonly key: string;
  readonly id: string;
  readonly place: Place;
}

/** An organization of a new user's, with fiscal data: settings of the demo organization are for other examples. */
async function own({ app }: ExampleRun): Promise<Own> {
  const key = await app.newUser();
  const { id } = await app.newOrganization(key, 'Escuela Kemper');
  await app.put(`/organizations/${id}/legal`, LEGAL, { key });
  return { key, id, place: { key, parameters: { organization_id: id } } };
}
const inOwn = async (run: ExampleRun): Promise<Place> => (await own(run)).place;

const inDemo = ({ app }: ExampleRun): Promise<Place> =>
  Promise.resolve({ parameters: { organization_id: app.demo.organization_id } });

/** In one that has the series `FAC`. */
async function withSeries(run: ExampleRun): Promise<Place & { readonly parameters: Record<string, string> }> {
  const { key, id } = await own(run);
  await run.app.post(`/organizations/${id}/series-group`, { series: 'FAC', next_folio: 1 }, { key });
  return { key, parameters: { organization_id: id } };
}
async function ofSeries(run: ExampleRun): Promise<Place> {
  const place = await withSeries(run);
  return { ...place, parameters: { ...place.parameters, series_name: 'FAC' } };
}

const issuer = makeAuthority({ name: 'AC UAT' });
const keys = makeKeyPair();
/** As the tax authority's test certificates are. */
const filesOf = (setting: 'certificate' | 'fiel') =>
  makeCertificado({ keys, issuer, fiel: setting === 'fiel' });
const sendsFiles =
  (setting: 'certificate' | 'fiel') =>
  async (run: ExampleRun): Promise<Place> => ({ ...(await inOwn(run)), body: formOf(filesOf(setting)) });
const hasFiles =
  (setting: 'certificate' | 'fiel') =>
  async (run: ExampleRun): Promise<Place> => {
    const { key, id, place } = await own(run);
    const { status, body } = await upload(run.app, id, filesOf(setting), { key, setting });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return place;
  };

const withLogo = async (run: ExampleRun): Promise<Place> => ({
  ...(await inOwn(run)),
  body: formWith(pngOf('1f4b99')),
});

/** Organizations, their settings, and who stamps for them. */
export const organizationsStages: Stages = {
  createOrganization: async ({ app }) => ({ key: await app.newUser() }),
  listOrganizations: async (run) => ({ key: (await own(run)).key }),
  getOrganization: inDemo,
  setOrganizationLegal: inOwn,
  setOrganizationCustomization: inOwn,
  setOrganizationReceipts: inOwn,
  setOrganizationSelfInvoice: inOwn,
  setOrganizationDomain: inOwn,
  setCertificate: sendsFiles('certificate'),
  deleteCertificate: hasFiles('certificate'),
  setFiel: sendsFiles('fiel'),
  deleteFiel: hasFiles('fiel'),
  createOnboardingLink: inOwn,
  listSeries: withSeries,
  createSeries: inOwn,
  setDefaultSeries: withSeries,
  updateSeries: ofSeries,
  deleteSeries: ofSeries,
  setOrganizationLogo: withLogo,
  getLogo: async (run) => {
    const { logo_url } = await run.make('setOrganizationLogo');
    const [organization_id = '', file = ''] = (logo_url as string).split('/').slice(-2);
    return { key: null, parameters: { organization_id, file } };
  },
  getPacs: async (run) => {
    const { key, id, place } = await own(run);
    const credentials = { sw: { user: SUPPORT, password: 'a-password' } };
    await run.app.put(`/organizations/${id}/pacs`, { order: ['sw'], credentials }, { key });
    return place;
  },
  setPacs: inOwn,
  signManifest: async (run) => {
    const live = await liveOf(run);
    const fiel = live.sat.world.issue({ rfc: LEGAL.tax_id, name: LEGAL.legal_name, fiel: true });
    const { status, body } = await upload(live.app, 'me', fiel, { key: live.live, setting: 'fiel' });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return placeIn(live, { organization_id: 'me', pac: 'finkok' });
  },
  createManifestLink: inOwn,
  listStampingDoubts: async (run) => {
    const live = await liveOf(run);
    await doubted(live);
    return placeIn(live);
  },
  forceStamping: async (run) => {
    const live = await liveOf(run);
    return placeIn(live, { document_id: await doubted(live) });
  },
  deleteOrganization: inOwn,
  restoreOrganization: async (run) => {
    const { key, id, place } = await own(run);
    await run.app.del(`/organizations/${id}`, { key });
    return place;
  },
};
