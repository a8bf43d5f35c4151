import type { KnownContext } from '#cfdi';
import { sparesAcceptance } from './acceptance.js';
import { checkDocument, openDocument } from './check.js';
import type { StampRequest } from '../port.js';
import type { Examined, Facts } from './examined.js';
import { relationsOf } from './relations.js';
import { examineRetencion } from './retencion.js';

/** Nobody can judge a document now: it is as if the provider were out of service. */
export class CannotExamine extends Error {}

/** A document as it was sent. */
export type Sent = Pick<StampRequest, 'kind' | 'xml'>;

/** Judges documents: where it is called, or in a thread. Rejects with CannotExamine. */
export type Examine = (sent: Sent, now: Date, organizationId: string) => Promise<Examined> | Examined;

/** Reads and checks a document. */
export const examine = ({ kind, xml }: Sent, now: Date, known: KnownContext): Examined =>
  kind === 'retencion' ? examineRetencion(xml, now, known) : examineComprobante(xml, now, known);

function examineComprobante(xml: string, now: Date, known: KnownContext): Examined {
  const opened = openDocument(xml);
  const { sello, triggers } = opened;
  const checked = checkDocument(opened, now, known);
  if ('negativa' in checked) return { sello, triggers, verdict: checked };
  const { document } = checked;
  const facts: Facts = {
    issuerRfc: document.emisor.Rfc ?? '',
    receiverRfc: document.receptor.Rfc ?? '',
    total: document.attributes.Total ?? '',
    sparesAcceptance: sparesAcceptance(document),
    relations: relationsOf(document),
  };
  return { sello, triggers, verdict: { facts } };
}
