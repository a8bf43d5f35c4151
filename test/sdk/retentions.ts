import { expect } from '@jest/globals';
import { retention, stored, universidad } from '../support/bodies.js';
import type { Json } from '../support/app.js';
import { as, finds, isOk, isPdf, isUrl, isXml, isZip, type Step } from './step.js';

const ONE = '/v2/retentions/{retention_id}';

/** XML as the clients' users write it: the element with its namespace, as SAT's guides show it. */
const DIVIDENDOS =
  '<dividendos:Dividendos xmlns:dividendos="http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos" Version="1.0">' +
  '<dividendos:DividOUtil CveTipDivOUtil="01" MontISRAcredRetMexico="100.00" MontISRAcredRetExtranjero="0.00" ' +
  'TipoSocDistrDiv="Sociedad Nacional"/></dividendos:Dividendos>';

/** An accountant with the public SDK, from the draft to the cancellation. */
export const retentions: readonly Step[] = [
  {
    method: 'retentions.create',
    operation: 'POST /v2/retentions',
    call: as('retention', ({ retentions: all }, { customer }) =>
      all.create(
        retention({
          ...{ customer: customer.id, cve_retenc: '14', external_id: 'R-1', folio_int: 'A1' },
          complements: [DIVIDENDOS],
        }),
      ),
    ),
    check: (answer) =>
      expect(answer).toMatchObject({
        ...{ status: 'valid', type: 'Retención', cve_retenc: '14', livemode: false },
        uuid: expect.stringMatching(/^[0-9A-F-]{36}$/),
        verification_url: expect.stringMatching(/^https:/),
        stamp: { sat_cert_number: expect.any(String), signature: expect.any(String) },
        totales: {
          ...{ monto_tot_operacion: 1000, monto_tot_grav: 1000, monto_tot_exent: 0, monto_tot_ret: 100 },
          imp_retenidos: [{ monto_ret: 100, tipo_pago_ret: '04', pago_provisional: true }],
        },
        complements: [DIVIDENDOS],
      }),
  },
  {
    method: 'retentions.list',
    operation: 'GET /v2/retentions',
    call: ({ retentions: all }) => all.list({ q: 'robotica', status: ['valid'], limit: 5 }),
    check: finds('retention'),
  },
  {
    method: 'retentions.retrieve',
    operation: `GET ${ONE}`,
    call: ({ retentions: all }, { retention: { id } }) => all.retrieve(id),
    check: (answer, made) => expect(answer).toEqual(stored(made['retention'])),
  },
  {
    method: 'retentions.updateDraft',
    operation: `PUT ${ONE}`,
    call: as('draftRetention', async ({ retentions: all }) => {
      const { id } = await all.create({ status: 'draft', cve_retenc: 14 });
      return all.updateDraft(id, {
        ...retention({ customer: universidad, cve_retenc: '14' }),
        complements: [
          {
            type: 'dividendos',
            data: {
              DividOUtil: {
                ...{ CveTipDivOUtil: '01', MontISRAcredRetMexico: 100, MontISRAcredRetExtranjero: 0 },
                TipoSocDistrDiv: 'Sociedad Nacional',
              },
            },
          },
        ],
      });
    }),
    check: (answer) =>
      expect(answer).toMatchObject({ status: 'draft', is_ready_to_stamp: true, fecha_exp: null, uuid: null }),
  },
  {
    method: 'retentions.stampDraft',
    operation: `POST ${ONE}/stamp`,
    call: ({ retentions: all }, made) => all.stampDraft(made['draftRetention'].id),
    check: (answer) =>
      expect(answer).toMatchObject({ status: 'valid', complements: [{ type: 'dividendos' }] }),
  },
  {
    method: 'retentions.copyToDraft',
    operation: `POST ${ONE}/copy`,
    call: ({ retentions: all }, { retention: { id } }) => all.copyToDraft(id),
    check: (answer) =>
      expect(answer).toMatchObject({ status: 'draft', uuid: null, stamp: null, external_id: null }),
  },
  {
    method: 'retentions.sendByEmail',
    operation: `POST ${ONE}/email`,
    call: ({ retentions: all }, { retention: { id } }) => all.sendByEmail(id, { email: ['a@example.com'] }),
    check: isOk,
  },
  ...(['Pdf', 'Xml', 'Zip'] as const).flatMap((format): Step[] => [
    {
      method: `retentions.download${format}`,
      operation: `GET ${ONE}/{format}`,
      call: ({ retentions: all }, { retention: { id } }) => all[`download${format}`](id),
      check: { Pdf: isPdf, Xml: isXml, Zip: isZip }[format],
    },
    {
      method: `retentions.download${format}Url`,
      operation: `GET ${ONE}/download-url/{format}`,
      call: ({ retentions: all }, { retention: { id } }) => all[`download${format}Url`](id),
      check: isUrl(`application/${format.toLowerCase()}`),
    },
  ]),
  {
    method: 'retentions.cancel',
    operation: `DELETE ${ONE}`,
    // Clients before 4.13 send no motive, and the others may.
    call: async ({ retentions: all }: Json) =>
      all.cancel((await all.create(retention())).id, { motive: '02' }),
    check: (answer) =>
      expect(answer).toMatchObject({
        ...{ status: 'canceled', cancellation_status: 'accepted', canceled_at: expect.any(String) },
        cancellation: { motive: '02', substitutionUUID: null },
      }),
  },
];
