import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cpuMsOf } from '../../../../../test/support/cpu-time.js';
import { NoPackageAnswer, PackageAnswer } from './package-answer.js';

const DES = 'http://DescargaMasivaTerceros.sat.gob.mx';
const answer = (inside: string, code = '5000', tag = 'Paquete'): Buffer =>
  Buffer.from(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>' +
      `<h:respuesta xmlns:h="${DES}" CodEstatus="${code}" Mensaje="Petición tomada"/></s:Header><s:Body>` +
      `<RespuestaDescargaMasivaTercerosSalida xmlns="${DES}"><${tag}>${inside}</${tag.split(' ')[0]}>` +
      '</RespuestaDescargaMasivaTercerosSalida></s:Body></s:Envelope>',
  );

/** Reads an answer that comes in pieces of a size. */
async function read(whole: Buffer, size = whole.length) {
  const written: Buffer[] = [];
  const reading = new PackageAnswer(async (bytes) => void written.push(bytes));
  for (let at = 0; at < whole.length; at += size) await reading.push(whole.subarray(at, at + size));
  return { said: reading.end(), zip: Buffer.concat(written), reading };
}

describe('the answer with a package', () => {
  const zip = randomBytes(5_003);
  const base64 = zip.toString('base64');

  it.each([1, 2, 3, 5, 64, 1_000, 100_000])('is the same in pieces of %i bytes', async (size) => {
    const got = await read(answer(base64), size);
    expect(got.said).toEqual({ code: '5000', message: 'Petición tomada', size: zip.length });
    expect(got.zip.equals(zip)).toBe(true);
    // What was written on is not kept.
    expect(got.reading.text).not.toContain(base64.slice(0, 40));
  });

  it('may have lines, a prefix and attributes', async () => {
    const lines = base64.replace(/(.{76})/g, '$1\r\n');
    expect((await read(answer(`\n  ${lines}\n`), 7)).zip.equals(zip)).toBe(true);
    expect((await read(answer(base64, '5000', 'd:Paquete xmlns:d="d" x="1"'), 7)).zip.equals(zip)).toBe(true);
  });

  it('without one says so', async () => {
    expect((await read(answer('', '5008'), 3)).said).toEqual({
      code: '5008',
      message: 'Petición tomada',
      size: 0,
    });
    const own = Buffer.from(String(answer('')).replace(/<Paquete>.*<\/Paquete>/, '<Paquete/>'));
    expect((await read(own)).said).toMatchObject({ size: 0 });
    expect((await read(Buffer.from('<html><body>Mantenimiento</body></html>'))).said).toBeUndefined();
  });

  it.each([
    ['is cut short', answer(base64).subarray(0, 2_000)],
    ['is no base64', answer('<html>'.padEnd(10, '*').slice(6) + '&#10;AAAA')],
    ['goes on after its end', answer('AA==AAAA')],
    ['is not of whole bytes', answer('AAAAA')],
    ['is in CDATA', answer(`<![CDATA[${base64.slice(0, 400)}]]>`)],
    ['is one of two', Buffer.concat([answer('AAAA'), answer('AAAA')])],
    ['is around nothing but padding', Buffer.from('<a>'.repeat(100_000))],
  ])('that %s is not read', async (_, wrong) => {
    await expect(read(wrong, 11)).rejects.toThrow(NoPackageAnswer);
  });

  it('is judged in a moment, however many tags it has', async () => {
    const judging = () => expect(read(Buffer.from('>'.repeat(300_000)))).rejects.toThrow(NoPackageAnswer);
    // A time that grows with the square of the length would be hours.
    expect(await cpuMsOf(judging)).toBeLessThan(20_000);
  });
});
