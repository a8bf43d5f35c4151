import { randomUUID } from 'node:crypto';
import { buildTimbre, insertTimbre, timbreXml } from '#cfdi';
import { centralTime } from '#pac/sandbox/place-of-issue';
import { judgeDate, judgeDocument, readFacts, type Facts, type Problem, type Trusting } from './examine.js';
import type { Fault } from './faults.js';
import { hashOf, type LedgerStamp } from './ledger.js';
import type { SatLink } from './sat-link.js';
import type { Double } from './server.js';
import { PACS, type PacName } from './world.js';

/** What all PACs do with a document: check it, stamp it once, write that down, deliver it to the tax authority. */

export type Certified =
  | { readonly kind: 'stamped'; readonly stamp: LedgerStamp; readonly duplicate: boolean }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly facts?: Facts };

export interface Certifier {
  readonly name: PacName;
  /** Stamps these bytes, or says why not. `fault`: refuse, or what is to be wrong with what is handed out. */
  certify(bytes: Buffer, fault: Fault | undefined): Promise<Certified>;
  /** The stamp of these bytes, once `foundAfterMs` has passed. */
  find(bytes: Buffer): Promise<LedgerStamp | undefined>;
  byUuid(uuid: string): LedgerStamp | undefined;
  readonly sat: SatLink;
}

export function makeCertifier(
  name: PacName,
  double: Double,
  sat: SatLink,
  trust: Trusting,
  uuidCase: 'upper' | 'lower',
): Certifier {
  const { ledger, world, faults } = double;
  const visible = (stamp: LedgerStamp | undefined): LedgerStamp | undefined =>
    stamp && double.now().getTime() >= Date.parse(stamp.at) + faults.settings.foundAfterMs
      ? stamp
      : undefined;

  const make = async (text: string, hash: string, facts: Facts): Promise<LedgerStamp> => {
    const now = double.now();
    const { rfc, noCertificado, privateKey } = world.pac(name);
    const id = randomUUID();
    const uuid = uuidCase === 'upper' ? id.toUpperCase() : id;
    const fechaTimbrado = centralTime(now);
    const timbre = await buildTimbre(
      { uuid, fechaTimbrado, rfcProvCertif: rfc, selloCfd: facts.sello },
      { noCertificado, privateKey },
    );
    const tfd = timbreXml(timbre);
    const { stamped: _stamped, noCertificado: _number, ...told } = facts;
    return {
      ...{ pac: name, uuid, hash, ...told, at: now.toISOString(), fechaTimbrado, tfd },
      xml: insertTimbre(text, tfd),
    };
  };

  return {
    ...{ name, sat },
    certify: async (bytes, fault) => {
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
      const facts = readFacts(text);
      if ('code' in facts) return { kind: 'refused', problem: facts };
      if (fault?.kind === 'refuse') {
        const problem = {
          code: fault.code ?? 'CFDI40145',
          message: fault.message ?? 'Negativa pedida al doble.',
        };
        return { kind: 'refused', problem, facts };
      }
      if (facts.stamped)
        return {
          kind: 'refused',
          problem: { code: '707', message: 'El comprobante ya tiene un timbre.' },
          facts,
        };
      const { settings } = faults;
      const old = judgeDate(text, facts, double.now());
      if (old && settings.dateFirst) return { kind: 'refused', problem: old, facts };
      const hash = hashOf(bytes);
      if ((await ledger.find(hash)) === undefined) {
        const problem = judgeDocument(text, facts, settings, trust) ?? old;
        if (problem) return { kind: 'refused', problem, facts };
      }
      const { stamp, duplicate } = await ledger.stampOnce(hash, () => make(text, hash, facts));
      if (!duplicate) await sat.receive(stamp);
      return { kind: 'stamped', stamp: await spoil(stamp, fault, double, name), duplicate };
    },
    find: async (bytes) => visible(await ledger.find(hashOf(bytes))),
    byUuid: (uuid) => visible(ledger.byUuid(uuid)),
  };
}

/** A stamp as a fault hands it out: wrong in one thing, sealed by the PAC otherwise. The ledger keeps the true one. */
async function spoil(
  stamp: LedgerStamp,
  fault: Fault | undefined,
  { world }: Double,
  name: PacName,
): Promise<LedgerStamp> {
  const kinds = ['other_stamp', 'wrong_uuid', 'other_uuid', 'bad_seal', 'wrong_rfc'];
  if (!fault || !kinds.includes(fault.kind)) return stamp;
  const { rfc, noCertificado, privateKey } = world.pac(name);
  const other = name === 'sw' ? PACS.finkok.rfc : PACS.sw.rfc;
  const content = {
    uuid: fault.kind === 'other_stamp' ? randomUUID() : stamp.uuid,
    fechaTimbrado: stamp.fechaTimbrado,
    rfcProvCertif: fault.kind === 'wrong_rfc' ? other : rfc,
    selloCfd: fault.kind === 'other_stamp' ? Buffer.alloc(256, 7).toString('base64') : stamp.sello,
  };
  const timbre = await buildTimbre(content, { noCertificado, privateKey });
  const spoils: Partial<Record<Fault['kind'], Partial<typeof timbre>>> = {
    wrong_uuid: { uuid: 'NO-ES-UN-UUID' },
    other_uuid: { uuid: randomUUID().toUpperCase() },
    bad_seal: { selloSat: Buffer.alloc(256, 9).toString('base64') },
  };
  const spoiled = { ...timbre, ...spoils[fault.kind] };
  const tfd = timbreXml(spoiled);
  return { ...stamp, uuid: spoiled.uuid, tfd, xml: stamp.xml.replace(stamp.tfd, () => tfd) };
}
