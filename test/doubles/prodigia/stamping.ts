import { readXml } from '#cfdi';
import type { Certifier } from '../core/certifier.js';
import type { Fault } from '../core/faults.js';
import type { LedgerStamp } from '../core/ledger.js';
import type { Answer, Double } from '../core/server.js';
import { answerAs, codeOf, type Form, type Values } from './answers.js';

/** Prodigia's stamp: servicioTimbrado. */

const SERVICE = 'servicioTimbrado';

export function refuseStamp(double: Double, form: Form, code: string, message: string): Answer {
  const values = {
    id: '',
    timbradoOk: false,
    contrato: form.contract,
    codigo: codeOf(double, code),
    mensaje: message,
  };
  return answerAs(form, SERVICE, values);
}

/** Options that change or seal the document: nobody who keeps its key asks for them. */
const FORBIDDEN = ['CALCULAR_SELLO', 'CERT_DEFAULT', 'ESTABLECER_CERTIFICADO', 'ESTABLECER_NO_CERTIFICADO'];

export async function stamp(
  certifier: Certifier,
  double: Double,
  bytes: Buffer,
  form: Form,
  options: readonly string[],
  fault: Fault | undefined,
): Promise<Answer> {
  const { faults } = double;
  const { settings } = faults;
  if (options.some((option) => FORBIDDEN.includes(option)))
    return refuseStamp(double, form, '3', 'El doble no admite opciones que sellan o cambian el comprobante.');
  if (fault?.name === '5')
    return refuseStamp(double, form, '5', 'Servicio fuera de línea por mantenimiento.');
  if (settings.balance <= 0)
    return refuseStamp(double, form, '2', 'El contrato no tiene timbres disponibles.');
  const certified = await certifier.certify(bytes, fault);
  if (certified.kind === 'refused') {
    const { code, message } = certified.problem;
    const own = code === '707' ? '307' : code;
    return refuseStamp(double, form, own, message);
  }
  const { stamp, duplicate } = certified;
  if (fault?.name === 'contradiction')
    return answerAs(form, SERVICE, stampValues(double, form, stamp, false, '301', 'XML mal formado.'));
  if (!duplicate) {
    faults.set({ balance: settings.balance - 1 });
    const saldo = options.includes('CONSULTAR_SALDO') ? { saldo: faults.settings.balance } : {};
    return answerAs(form, SERVICE, { ...stampValues(double, form, stamp, true, '0', ''), ...saldo });
  }
  const message = 'El comprobante contiene un timbre previo.';
  const variant = fault?.name ?? settings.duplicates;
  if (!options.includes('REGRESAR_CON_ERROR_307_XML') || variant === 'empty')
    return refuseStamp(double, form, '307', message);
  return answerAs(form, SERVICE, stampValues(double, form, stamp, variant !== 'not_ok', '307', message));
}

const stampValues = (
  double: Double,
  { contract }: Form,
  stamp: LedgerStamp,
  timbradoOk: boolean,
  code: string,
  mensaje: string,
): Values => {
  const read = readXml(stamp.tfd);
  const attributes = read.ok ? read.value.attributes : {};
  return {
    ...{ id: stamp.hash.slice(0, 12), timbradoOk, contrato: contract, codigo: codeOf(double, code), mensaje },
    ...{ version: '4.0', UUID: stamp.uuid, FechaTimbrado: stamp.fechaTimbrado, selloCFD: stamp.sello },
    ...{ noCertificadoSAT: attributes['NoCertificadoSAT'], selloSAT: attributes['SelloSAT'] },
    xmlBase64: Buffer.from(stamp.xml).toString('base64'),
  };
};

/** servicioConsulta: a stamped document by its UUID, or the receipt of its cancellation. */
export function consult(
  double: Double,
  form: Form,
  uuid: string,
  what: 'cfd' | 'acuse',
  certifier: Certifier,
): Answer {
  const found =
    what === 'cfd'
      ? certifier.byUuid(uuid)?.xml
      : double.ledger.cancellations.findLast(
          (one) => one.uuid === uuid.toUpperCase() && /^20[12]$/.test(one.estatus),
        )?.acuse;
  const values =
    found === undefined
      ? { consultaOk: false, codigo: codeOf(double, '602'), mensaje: 'El CFDI no existe.' }
      : { consultaOk: true, codigo: codeOf(double, '0'), xmlBase64: Buffer.from(found).toString('base64') };
  return answerAs(form, 'servicioConsulta', { contrato: form.contract, ...values });
}
