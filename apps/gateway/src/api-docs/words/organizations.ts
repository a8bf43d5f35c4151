import type { Words } from './words.js';

const pacs = { sw: 'SW sapien', finkok: 'Finkok', prodigia: 'Prodigia' };
const testPacs = { sandbox: 'The sandbox of this service: no PAC is asked', ...pacs };
const periods = {
  day: 'Each day',
  week: 'Each week',
  fortnight: 'Each half of a month',
  month: 'Each month',
  two_months: 'Two months, for the regime 621 alone',
};

/** Organizations, their settings, and who stamps for them. */
export const organizationsWords: Words = {
  names: { document_id: 'Id of the invoice or the retention' },
  values: [],
  valuesOf: {
    archive: { downloaded: 'You have the archives of all stamped Live documents' },
    'DefaultSeriesBody.type': {
      I: 'Ingreso / Income',
      E: 'Egreso / Credit note',
      P: 'Pago / Payment',
      N: 'Nómina / Payroll',
      T: 'Traslado / Transport',
    },
    'OrganizationWithOk.ok': { true: 'Done' },
    'OrganizationWithoutCertificate.has_certificate': { false: 'There is none any more' },
    'Pacs.live': pacs,
    'Pacs.order': pacs,
    'Pacs.pac': testPacs,
    'PacsBody.order': pacs,
    'PacsBody.pac': testPacs,
    'PendingStep.type': {
      legal: 'The fiscal data are not complete: `PUT …/legal`',
      logo: 'Reserved: a logo is never missing',
      certificate: 'There is no CSD in force for Live: `PUT …/certificate`',
      manifiesto: 'The manifest of a PAC in its order is not signed: `POST …/pacs/{pac}/manifest`',
    },
    'ReceiptSettings.periodicity': periods,
    'ReceiptSettingsBody.periodicity': periods,
    'ShownCredentials.source': {
      organization: 'Of the organization',
      installation: 'Of the installation, for all organizations without their own',
    },
    'ShownManifest.by': {
      declared: 'Signed elsewhere, as somebody said',
      signed_here: 'Signed by this service with the FIEL',
    },
    'StampingDoubt.surplus_search': {
      pac: 'At the PAC',
      sat: 'In the metadata of the SAT alone, which needs the organization’s FIEL',
    },
    'StampingDoubt.type': { invoice: 'An invoice', retention: 'A retention' },
  },
};
