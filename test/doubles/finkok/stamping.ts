import { readXml } from '#cfdi';
import { setTimeout as pause } from 'node:timers/promises';
import type { Certifier } from '../core/certifier.js';
import type { Fault } from '../core/faults.js';
import type { LedgerStamp } from '../core/ledger.js';
import type { Double } from '../core/server.js';
import type { Fields } from './envelope.js';

/** Finkok's service of stamps: stamp, quick_stamp, stamped and query_pending. */

export const NEW = 'Comprobante timbrado satisfactoriamente';
export const BEFORE = 'Comprobante timbrado previamente';

/** An incidence, and how often it comes. */
export function incidences(double: Double, code: string, message: string, times = 1): Fields {
  const one: Fields = [
    ['IdIncidencia', '1'],
    ['CodigoError', code],
    ['MensajeIncidencia', message],
    ['ExtraInfo', ''],
    ['FechaRegistro', double.now().toISOString().slice(0, 19)],
  ];
  const count = double.faults.settings.lists === 'repeated' ? Math.max(times, 2) : times;
  return Array.from({ length: count }, () => ['Incidencia', one] as const);
}

const refused = (double: Double, code: string, message: string, times = 1): Fields => [
  ['xml', double.faults.settings.lists === 'absent' ? undefined : ''],
  ['Incidencias', incidences(double, code, message, times)],
];

const stampFields = (double: Double, stamp: LedgerStamp, status: string, found: Fields): Fields => [
  ['xml', stamp.xml],
  ['UUID', stamp.uuid],
  ['Fecha', stamp.fechaTimbrado],
  ['CodEstatus', status],
  ['SatSeal', attribute(stamp.tfd, 'SelloSAT')],
  ['Incidencias', found.length === 0 && double.faults.settings.lists === 'absent' ? undefined : found],
  ['NoCertificadoSAT', attribute(stamp.tfd, 'NoCertificadoSAT')],
];

function attribute(tfd: string, name: string): string {
  const read = readXml(tfd);
  return read.ok ? (read.value.attributes[name] ?? '') : '';
}

/** What the account is refused for; undefined: it is taken. */
export function accountProblem(
  { faults }: Double,
  rightLogin: boolean,
  rfc = '',
): [string, string] | undefined {
  const { accountRefused, balance, notRegistered } = faults.settings;
  if (!rightLogin) return ['300', 'El usuario o contraseña son inválidos'];
  if (accountRefused) return ['701', 'La cuenta está suspendida'];
  if (rfc !== '' && notRegistered.includes(rfc))
    return ['702', 'El RFC emisor no está registrado en la cuenta'];
  if (balance <= 0) return ['703', 'La cuenta no tiene timbres disponibles'];
  return undefined;
}

export async function stamp(
  certifier: Certifier,
  double: Double,
  bytes: Buffer,
  { quick, rightLogin, retention }: { quick: boolean; rightLogin: boolean; retention: boolean },
  fault: Fault | undefined,
): Promise<Fields> {
  const { settings } = double.faults;
  const rfc = /\sRfcE?="([^"]*)"/.exec(bytes.toString())?.[1] ?? '';
  const problem = accountProblem(double, rightLogin, rfc);
  if (problem) return refused(double, ...problem);
  if (fault?.name === '708' && fault.when !== 'after')
    return refused(double, '708', 'No se pudo conectar al SAT');
  const certified = await certifier.certify(bytes, fault);
  if (certified.kind === 'refused') {
    const { code, message } = certified.problem;
    const own = code === '301' ? '705' : code;
    return refused(double, own, message);
  }
  if (!certified.duplicate) double.faults.set({ balance: settings.balance - 1 });
  if (fault?.name === '708') return refused(double, '708', 'No se pudo conectar al SAT');
  if (fault?.name === 'contradiction')
    return stampFields(double, certified.stamp, '', incidences(double, '301', 'XML mal formado'));
  if (!certified.duplicate) {
    // The delivery to the tax authority is what a quick_stamp does not wait for.
    if (!quick && fault?.name === 'slow_delivery') await pause(fault.ms ?? 1_000);
    return stampFields(double, certified.stamp, NEW, []);
  }
  const text = 'El CFDI contiene un timbre previo';
  const variant = fault?.name ?? settings.duplicates;
  if (variant === 'previously' && !quick) return stampFields(double, certified.stamp, BEFORE, []);
  if (quick || variant === 'empty') return refused(double, '307', text, 2);
  return stampFields(double, certified.stamp, BEFORE, retention ? [] : incidences(double, '307', text));
}

/** The question by the sealed bytes; 603 where there is no stamp, or for a while after it (`foundAfterMs`). */
export async function stamped(
  certifier: Certifier,
  double: Double,
  bytes: Buffer,
  rightLogin: boolean,
  fault: Fault | undefined,
): Promise<Fields> {
  if (!rightLogin) return refused(double, '300', 'El usuario o contraseña son inválidos');
  const found = fault?.name === '603' ? undefined : await certifier.find(bytes);
  return found
    ? stampFields(double, found, BEFORE, [])
    : refused(double, '603', 'El CFDI no contiene un timbre previo');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function queryPending(certifier: Certifier, uuid: string): Fields {
  if (!UUID.test(uuid)) return [['error', 'UUID con formato invalido']];
  const found = certifier.byUuid(uuid);
  if (!found) return [['error', `UUID ${uuid} No Encontrado`]];
  return [
    ['status', 'F'],
    ['xml', found.xml],
    ['uuid', found.uuid],
    ['uuid_status', 'Vigente'],
    ['next_attempt', ''],
    ['attempts', '1'],
    ['error', ''],
    ['date', found.fechaTimbrado],
  ];
}
