import { present } from '../core/cancelling.js';
import type { Fault } from '../core/faults.js';
import type { CancelUuid, SatLink } from '../core/sat-link.js';
import type { Answer, Double } from '../core/server.js';
import { answerAs, codeOf, type Form, type Values } from './answers.js';

/** Prodigia's cancellation: servicioCancel. */

const FOLIO_CODES: Readonly<Record<string, string>> = { '204': '94', '205': '90' };

/** `request`: a signed Cancelacion, or what the PAC signs with a CSD in its keeping. */
export async function cancel(
  double: Double,
  sat: SatLink,
  form: Form,
  request: string | CancelUuid,
  fault: Fault | undefined,
): Promise<Values> {
  const refused = (code: string, mensaje: string): Values => ({
    ...{
      contrato: form.contract,
      statusOk: false,
      codigo: codeOf(double, code),
      procesados: 0,
      cancelados: 0,
      mensaje,
    },
  });
  if (fault?.name === '7') return refused('7', 'El servicio de cancelación del SAT no está disponible.');
  if (fault?.name === '5') return refused('5', 'Servicio fuera de línea por mantenimiento.');
  const { codEstatus, rfcEmisor, folios, acuse } = await present('prodigia', double, sat, request);
  if (codEstatus !== undefined) return refused(codEstatus, 'La solicitud no es válida.');
  const done = folios.filter(({ estatus }) => /^1?20[12]$/.test(estatus));
  const list = folios.map(({ uuid, estatus }) => ({
    ...{ uuid, codigo: codeOf(double, FOLIO_CODES[estatus] ?? estatus), mensaje: `Estatus ${estatus}` },
  }));
  return {
    ...{ contrato: form.contract, statusOk: done.length > 0, rfc: rfcEmisor },
    codigo: codeOf(double, done.length > 0 ? '0' : '21'),
    ...{ procesados: folios.length, cancelados: done.length, mensaje: '' },
    cancelaciones: form.asJson ? list : [{ cancelacion: list }],
    ...(done.length > 0 && { acuseCancelBase64: Buffer.from(acuse).toString('base64') }),
  };
}

/** consultarEstatusComprobante, with Prodigia's own number for each state. */
export async function status(double: Double, sat: SatLink, form: Form, uuid: string): Promise<Answer> {
  const state = await sat.state(uuid);
  const known = state.Estado !== 'No Encontrado';
  return answerAs(form, 'servicioConsultaEstatusComprobante', {
    ...{ contrato: form.contract, consultaOk: known, codigo: codeOf(double, known ? '91' : '90') },
    ...{ codigoEstatus: state.CodigoEstatus, esCancelable: state.EsCancelable, estado: state.Estado },
    ...{
      estatusCancelacion: state.EstatusCancelacion,
      estatusCfdi: known ? (state.Estado === 'Cancelado' ? 2 : 1) : 99,
    },
  });
}
