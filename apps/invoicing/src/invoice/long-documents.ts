import { givenXml, isLarge } from '#billing';
import { readLongXml } from '#cfdi';
import type { InvoiceContent } from '#contracts';
import { nextTurn } from '#hosting';

/**
 * Call it before a content is prepared or decided on, which takes one go. Its long XML is read in pieces, and a large
 * document begins in a turn of its own on the loop, apart from the request that asks for it.
 */
export async function makeRoom(content: InvoiceContent): Promise<void> {
  await readLongXml(givenXml(content), nextTurn);
  if (isLarge(content)) await nextTurn();
}
