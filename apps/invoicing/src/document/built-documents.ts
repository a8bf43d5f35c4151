import { LRUCache } from 'lru-cache';
import type { Result } from '#kernel';
import type { IssuerSnapshot } from '#contracts';
import { builtInCatalogues, type LargeCatalogues } from '#sat';

/** What is found of a content when it is judged, with the document where it can be built. */
type Judge<Content, Prepared> = (
  content: Content,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues,
) => Result<Prepared>;

/** A handler looks before it reserves anything, the decider looks again: the same question has the same answer. */
export class Judgements<Content extends object, Prepared> {
  private readonly latest = new WeakMap<
    Content,
    {
      readonly issuer: IssuerSnapshot;
      readonly large: LargeCatalogues;
      readonly at: number;
      readonly result: Result<Prepared>;
    }
  >();

  constructor(private readonly judge: Judge<Content, Prepared>) {}

  /** What is said of a content, which is worked out once. */
  of(
    content: Content,
    issuer: IssuerSnapshot,
    now: Date,
    large: LargeCatalogues = builtInCatalogues,
  ): Result<Prepared> {
    const known = this.latest.get(content);
    if (known?.issuer === issuer && known.large === large && known.at === now.getTime()) return known.result;
    const result = this.judge(content, issuer, now, large);
    this.latest.set(content, { issuer, large, at: now.getTime(), result });
    return result;
  }

  /** What was built of a content that is issued now. It is not kept: large ones take megabytes. */
  take(content: Content): Prepared | undefined {
    const known = this.latest.get(content);
    this.latest.delete(content);
    return known?.result.ok ? known.result.value : undefined;
  }
}

/**
 * Documents that this process has issued, by the id of their event, on their way to the process manager. An event's id is
 * made of all that stands in it, so a document can't be taken for another's (docs/adr/0026-built-once.md).
 */
export class HandedOver<Document extends object> {
  private readonly kept: LRUCache<string, Document>;

  /**
   * @param maxLines how much is kept: each is used within milliseconds, or never
   * @param linesOf how much a document is of it
   */
  constructor(maxLines: number, linesOf: (document: Document) => number) {
    this.kept = new LRUCache({ max: 1_000, maxSize: maxLines, sizeCalculation: linesOf });
  }

  set(eventId: string, document: Document): void {
    this.kept.set(eventId, document);
  }

  /** The document of an event, once; undefined where it was not handed over, or is gone. */
  take(eventId: string): Document | undefined {
    const document = this.kept.get(eventId);
    this.kept.delete(eventId);
    return document;
  }
}
