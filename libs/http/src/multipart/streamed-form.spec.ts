import { describe, expect, it } from '@jest/globals';
import { StreamedForm, type FileOfForm } from './streamed-form.js';

const B = 'xxBOUNDARYxx';
const FILE: FileOfForm = { name: 'file', maxBytes: 1000, missing: 'invoice_import_file_required' };
const HEAD = `--${B}\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n`;

/** A form of these chunks, after which the connection breaks where `error` says so. */
const form = (chunks: readonly string[], error?: Error): StreamedForm =>
  new StreamedForm(
    `multipart/form-data; boundary=${B}`,
    (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
      if (error) throw error;
    })(),
  );

describe('a form that is read as it comes', () => {
  it('gives its file piece by piece', async () => {
    const pieces: string[] = [];
    const taken = await form([HEAD + 'ab', 'cd', `\r\n--${B}--\r\n`]).receive(FILE, async (piece) => {
      pieces.push(piece.toString());
    });
    expect([taken, pieces.join('')]).toEqual([{ fileName: 'a.xml', bytes: 4 }, 'abcd']);
  });

  it.each([
    ['whose sender is gone', ['x'.repeat(200)], new Error('gone'), 'gone'],
    [
      'that is too large',
      ['x'.repeat(900), 'x'.repeat(900), `\r\n--${B}--\r\n`],
      undefined,
      'payload_too_large',
    ],
    ['that is cut off', ['x'.repeat(200)], undefined, 'invalid_multipart_form_data'],
  ])('%s ends when nothing of it is being taken any more', async (_, chunks, error, why) => {
    let taking = 0;
    const take = async (): Promise<void> => {
      taking += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      taking -= 1;
    };
    const ended = await form([HEAD, ...chunks], error)
      .receive(FILE, take)
      .catch(
        (thrown: { message: string; refusal?: { code: string } }) => thrown.refusal?.code ?? thrown.message,
      );
    expect([ended, taking]).toEqual([why, 0]);
  });
});
