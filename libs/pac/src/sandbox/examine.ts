import type { KnownContext } from '#cfdi';
import { sparesAcceptance } from './acceptance.js';
import { checkDocument, openDocument } from './check.js';
import type { StampRequest } from '../port.js';
import { relationsOf, type Relation } from './relations.js';
import { examineRetencion } from './retencion.js';
import type { SealRefusal } from './seal.js';
import type { DocumentTriggers } from './triggers.js';

/** What the ledger keeps of a document that may be stamped. */
export interface Facts {
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  readonly total: string;
  readonly sparesAcceptance: boolean;
  readonly relations: readonly Relation[];
}

/** A document as the sandbox has judged it: small, whatever its size, and plain data that threads can hand over. */
export interface Examined {
  /** The issuer's Sello; empty where the text is no CFDI. */
  readonly sello: string;
  readonly triggers: DocumentTriggers;
  readonly verdict: { readonly facts: Facts } | { readonly negativa: SealRefusal };
}

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
