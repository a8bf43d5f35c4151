import { prepareRetention, retentionInput, type PreparedRetention } from '#billing';
import type { CfdiRetencion, RetencionInput } from '#cfdi';
import type { IssuerSnapshot, RetentionContent, RetentionIssue } from '#contracts';
import type { Result } from '#kernel';
import type { LargeCatalogues } from '#sat';
import { HandedOver, Judgements } from '../document/built-documents.js';

/** Where their XML is read for. */
export const OF_RETENTIONS = { destination: 'retenciones' } as const;

const judgements = new Judgements<RetentionContent, PreparedRetention>(prepareRetention);

/** What {@link prepareRetention} says of a content, which it says once. */
export const prepare = (
  content: RetentionContent,
  issuer: IssuerSnapshot,
  now: Date,
  large?: LargeCatalogues,
): Result<PreparedRetention> => judgements.of(content, issuer, now, large);

/** What a retention was issued with: the data of its RetentionIssued. */
interface Issued {
  readonly content: RetentionContent;
  readonly issue: RetentionIssue;
}

/** Characters of complements and addendas that are kept; a document has few otherwise. */
const MAX_CHARACTERS = 10_000_000;
const BESIDES = 2_000;

const handedOver = new HandedOver<CfdiRetencion>(
  MAX_CHARACTERS,
  ({ complementos, addenda = '' }) =>
    BESIDES +
    addenda.length +
    complementos.reduce((sum, { xml, cadena }) => sum + xml.length + cadena.length, 0),
);

/** Hands the document that a decision has built to the consumer of its event, before anybody reacts to that. */
export function handOver(eventId: string, { content }: Issued): void {
  const prepared = judgements.take(content);
  if (prepared) handedOver.set(eventId, prepared.retencion);
}

/** The document of a RetentionIssued, built, where it was handed over; otherwise what it is built from. */
export const documentOf = (eventId: string, { content, issue }: Issued): CfdiRetencion | RetencionInput =>
  handedOver.take(eventId) ?? retentionInput(content, issue.issuer, issue);
