/**
 * An event names a document whose content is not in the database: that is older than the events (docs/adr/0091). Nothing that we have can
 * bring it back, so nobody has to try again.
 */
export class DocumentLost extends Error {
  override readonly name = 'DocumentLost';

  constructor(key: string) {
    super(`the document ${key} is not in the content store`);
  }
}
