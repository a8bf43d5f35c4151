import type { Certifier } from '../core/certifier.js';
import { json, type Answer, type Double } from '../core/server.js';
import { fail } from './stamping.js';

/** What SW's api says of accounts, stored documents and lists. */

export const balance = ({ faults }: Double): Answer =>
  json({
    data: {
      ...{
        idUserBalance: '11111111-1111-4111-8111-111111111111',
        idUser: '22222222-2222-4222-8222-222222222222',
      },
      ...{ stampsBalance: faults.settings.balance, stampsUsed: 0, stampsAssigned: faults.settings.balance },
      ...{ unlimited: false, expirationDate: null },
    },
    status: 'success',
  });

/** A stored document, by UUID. */
export function stored(certifier: Certifier, double: Double, uuid: string): Answer {
  const stamp = certifier.byUuid(uuid);
  const records = stamp
    ? [
        {
          ...{
            uuid: stamp.uuid,
            selloCFD: stamp.sello,
            serie: stamp.serie ?? null,
            folio: stamp.folio ?? null,
          },
          ...{ fecha: stamp.fecha, fechaTimbrado: stamp.fechaTimbrado, total: Number(stamp.total) },
          ...{ emisorRfc: stamp.emisor, receptorRfc: stamp.receptor, luegarExpedicion: null },
          ...{
            urlXml: `${double.url}/__xml/${stamp.uuid}`,
            urlPdf: null,
            urlAckCfdi: null,
            urlAckCancellation: null,
          },
          ...{ statusSAT: 'Vigente', codigoCancelacion: null, status: 'Stamped', hasAddenda: false },
        },
      ]
    : [];
  const links = { current: `${double.url}/datawarehouse/v1/live/${uuid}` };
  const metaData = { page: 1, perPage: 10, pageCount: records.length, totalCount: records.length, links };
  return json({ data: { metaData, records }, status: 'success' });
}

export const onList69b = (rfc: string): Answer =>
  json({
    data: {
      ...{ rfc, nombre_Contribuyente: 'CONTRIBUYENTE DE PRUEBA', situacion_del_contribuyente: 'Definitivo' },
      ...{ numero_y_fecha_oficio_global_presuncion: '500-05-2018-1 de fecha 1 de enero de 2018' },
    },
    status: 'success',
  });

export const onLrfc = (rfc: string, unknown: readonly string[]): Answer =>
  unknown.includes(rfc)
    ? fail('CS1002 - El RFC no se encuentra en la lista.')
    : json({ data: { contribuyenteRFC: rfc, sncf: false, subcontratacion: false }, status: 'success' });

export function parse(body: Buffer): Readonly<Record<string, string | object>> {
  try {
    return JSON.parse(body.toString()) as Readonly<Record<string, string | object>>;
  } catch {
    return {};
  }
}
