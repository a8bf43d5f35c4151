import { givenXml, isLarge, type Carried } from '#billing';
import { readLongXml, type GivenXml } from '#cfdi';
import { nextTurn } from '#hosting';

/**
 * Call it before a content is prepared or decided on, which takes one go. Its long XML is read in pieces, and a large
 * document begins in a turn of its own on the loop, apart from the request that asks for it.
 */
export async function makeRoom(
  content: Carried & Parameters<typeof isLarge>[0],
  destination: Pick<GivenXml, 'destination'> = {},
): Promise<void> {
  await readLongXml({ ...givenXml(content), ...destination }, nextTurn);
  if (isLarge(content)) await nextTurn();
}
