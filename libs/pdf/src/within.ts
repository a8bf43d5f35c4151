import { PdfError } from './pdf-error.js';

/**
 * What `work` gives, if it does within `ms`. What comes later is dropped.
 * @throws PdfError `timeout`
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PdfError('timeout', `The document was not printed within ${ms} ms.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
