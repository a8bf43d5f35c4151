import type { Rows } from './columns.js';

/**
 * The same rows once the first of them is read: what fails before it can still be answered as an error. Whoever ends early
 * ends the reading.
 */
export async function begin<Row>(rows: Rows<Row>): Promise<Rows<Row>> {
  const reading = rows[Symbol.asyncIterator]();
  const first = await reading.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await reading.next()) yield next.value;
    } finally {
      await reading.return?.();
    }
  })();
}
