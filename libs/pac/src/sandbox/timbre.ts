import { randomUUID } from 'node:crypto';
import { buildTimbre, timbreXml } from '#cfdi';
import type { PacIdentity } from './authority.js';
import { centralTime } from './place-of-issue.js';

/** A new stamp for a document's Sello: a new UUID, the time of central Mexico, and the PAC's seal. */
export async function makeTimbre(
  selloCfd: string,
  { rfc, noCertificado, key }: PacIdentity,
  now: Date,
): Promise<{ uuid: string; xml: string }> {
  const uuid = randomUUID().toUpperCase();
  const content = { uuid, fechaTimbrado: centralTime(now), rfcProvCertif: rfc, selloCfd };
  const timbre = await buildTimbre(content, { noCertificado, privateKey: key });
  return { uuid, xml: timbreXml(timbre) };
}
