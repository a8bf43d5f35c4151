import { verifyRespuesta } from '#cfdi';
import { present } from '../core/cancelling.js';
import type { Fault } from '../core/faults.js';
import type { SatLink } from '../core/sat-link.js';
import type { Double } from '../core/server.js';
import type { Fields } from './envelope.js';

/** Finkok's service of cancellations, and what a receiver answers to one. */

/** SAT's answer as Finkok hands it out: the receipt inside the envelope of SAT's own service. */
export const wrapAcuse = (acuse: string): string => {
  const inner = acuse
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/^<Acuse/, '<CancelaCFDResult')
    .replace(/<\/Acuse>$/, '</CancelaCFDResult>');
  const plain = inner.replace(/^(<CancelaCFDResult[^>]*?) xmlns="([^"]*)"/, '$1');
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<CancelaCFDResponse xmlns="http://cancelacfd.sat.gob.mx">${plain}</CancelaCFDResponse></s:Body></s:Envelope>`
  );
};

const now = (double: Double): string => double.now().toISOString().slice(0, 23).concat('000');

export async function cancel(
  double: Double,
  sat: SatLink,
  xml: string,
  fault: Fault | undefined,
): Promise<Fields> {
  if (fault?.name === '708') return [['CodEstatus', '708']];
  if (fault?.name === 'phrase') return [['CodEstatus', fault.message ?? 'Already en BufferCancellation']];
  const uuid = /\sUUID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const held = uuid === '' ? undefined : double.ledger.byUuid(uuid);
  if (uuid !== '' && !held) return [['CodEstatus', `UUID: ${uuid} No Encontrado`]];
  const state = await sat.state(uuid);
  if (state.EsCancelable === 'No cancelable')
    return [
      ['Folios', folio(double, uuid, 'no_cancelable', 'No cancelable')],
      ...tail(double, held?.emisor ?? ''),
    ];
  const { codEstatus, rfcEmisor, folios, acuse } = await present('finkok', double, sat, xml);
  if (codEstatus !== undefined) return [['CodEstatus', CODES[codEstatus] ?? codEstatus]];
  const list = await Promise.all(
    folios.map(async (one) =>
      folio(double, one.uuid, one.estatus, (await sat.state(one.uuid)).EstatusCancelacion),
    ),
  );
  return [
    ['Folios', list.flat()],
    ['Acuse', acuse === '' ? '' : wrapAcuse(acuse)],
    ...tail(double, rfcEmisor),
  ];
}

const CODES: Readonly<Record<string, string>> = { '302': '717', '305': '711', '310': '711' };

const tail = (double: Double, rfc: string): Fields => [
  ['Fecha', now(double)],
  ['RfcEmisor', rfc],
];

function folio(double: Double, uuid: string, estatus: string, words: string): Fields {
  const one: Fields = [
    ['UUID', uuid],
    ['EstatusUUID', estatus],
    ['EstatusCancelacion', words],
  ];
  const times = double.faults.settings.lists === 'repeated' ? 2 : 1;
  return Array.from({ length: times }, () => ['Folio', one] as const);
}

/** Only the newest positive receipt is kept. */
export function receipt(double: Double, uuid: string, rfc: string, type: string): Fields {
  const found = double.ledger.cancellations.findLast(
    (one) => one.uuid === uuid.toUpperCase() && one.rfcEmisor === rfc && /^1?20[12]$/.test(one.estatus),
  );
  if (type !== 'C' || !found)
    return [
      ['success', 'false'],
      ['uuid', uuid],
      ['taxpayer_id', rfc],
      ['error', 'No se encontro el acuse'],
    ];
  return [
    ['success', 'true'],
    ['uuid', uuid],
    ['taxpayer_id', rfc],
    ['receipt', wrapAcuse(found.acuse)],
    ['date', found.at],
  ];
}

export async function satStatus(sat: SatLink, uuid: string): Promise<Fields> {
  const state = await sat.state(uuid);
  return [
    [
      'sat',
      [
        ['EsCancelable', state.EsCancelable],
        ['CodigoEstatus', state.CodigoEstatus],
        ['Estado', state.Estado],
        ['EstatusCancelacion', state.EstatusCancelacion],
        ['ValidacionEFOS', state.ValidacionEFOS],
        ['DetallesValidacionEFOS', ''],
      ],
    ],
  ];
}

export async function pending(sat: SatLink, rfc: string): Promise<Fields> {
  const uuids = await sat.pending(rfc);
  return [['uuids', uuids.map((uuid) => ['string', uuid] as const)]];
}

export async function acceptReject(sat: SatLink, xml: string): Promise<Fields> {
  const read = verifyRespuesta(xml);
  if (!read.ok) return [['error', read.refusal.details?.[0]?.code ?? '301']];
  const accepted: [string, Fields][] = [];
  const rejected: [string, Fields][] = [];
  for (const { uuid, respuesta } of read.value.folios) {
    const accept = respuesta === 'Aceptacion';
    const fields: Fields = [
      ['uuid', uuid.toUpperCase()],
      ['status', await sat.decide(uuid, accept ? 'accept' : 'reject', read.value.rfcReceptor)],
    ];
    if (accept) accepted.push(['Acepta', fields]);
    else rejected.push(['Rechaza', fields]);
  }
  return [
    ['aceptacion', accepted],
    ['rechazo', rejected],
  ];
}

export const related = (): Fields => [
  ['Padres', []],
  ['Hijos', []],
  ['error', 'No Existen cfdi relacionados al folio fiscal.'],
];
