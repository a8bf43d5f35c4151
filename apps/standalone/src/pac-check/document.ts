import {
  buildComprobante,
  cancelacionXml,
  RFC_NACIONAL,
  sealComprobante,
  type ComprobanteInput,
  type Csd,
} from '#cfdi';
import { StartupError } from '#hosting';
import { localDateTime, PUBLICO_EN_GENERAL, withoutCorporateRegime } from '#sat';

/** The time of the default postal code, and of most others. */
const CENTRAL = 'America/Mexico_City';

export interface DocumentOptions {
  readonly zip: string;
  readonly taxSystem: string | undefined;
}

/** A sealed Ingreso of MXN 1.00 and its IVA to the general public, as small as one can be. */
export async function sealedInvoice(csd: Csd, options: DocumentOptions, now: Date): Promise<string> {
  const built = buildComprobante(invoice(csd, options, now));
  if (!built.ok)
    throw new StartupError(`The invoice could not be built: ${JSON.stringify(built.refusal.details)}`);
  return (await sealComprobante(built.value, csd)).xml;
}

function invoice(csd: Csd, { zip, taxSystem }: DocumentOptions, now: Date): ComprobanteInput {
  const fecha = localDateTime(now, CENTRAL);
  return {
    ...{ tipo: 'I', serie: 'PRUEBA', folio: String(Math.floor(now.getTime() / 1_000)), fecha },
    ...{ formaPago: '01', metodoPago: 'PUE', moneda: 'MXN', decimalesMoneda: 2, exportacion: '01' },
    lugarExpedicion: zip,
    emisor: {
      rfc: csd.rfc,
      nombre: withoutCorporateRegime(csd.nombre).name,
      regimenFiscal: taxSystem ?? (csd.rfc.length === 12 ? '601' : '612'),
    },
    receptor: {
      ...{ rfc: RFC_NACIONAL, nombre: PUBLICO_EN_GENERAL, domicilioFiscal: zip },
      ...{ regimenFiscal: '616', usoCfdi: 'S01' },
    },
    informacionGlobal: { periodicidad: '01', meses: fecha.slice(5, 7), anio: Number(fecha.slice(0, 4)) },
    conceptos: [
      {
        ...{ claveProdServ: '01010101', noIdentificacion: 'PRUEBA', cantidad: '1', claveUnidad: 'ACT' },
        ...{ descripcion: 'Venta', precio: '1.00', impuestosIncluidos: false, objetoImp: '02' },
        impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false }],
        impuestosLocales: [],
      },
    ],
  };
}

/** The request to cancel it: motive 02, signed here. */
export async function signedRequest(csd: Csd, uuid: string, now: Date): Promise<string> {
  const request = await cancelacionXml(
    { rfcEmisor: csd.rfc, fecha: localDateTime(now, CENTRAL), folios: [{ uuid, motivo: '02' }] },
    csd,
  );
  if (!request.ok) throw new StartupError(`The request could not be signed: ${request.refusal.code}`);
  return request.value;
}
