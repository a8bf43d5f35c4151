import { describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { zipFiles } from './zip.js';

describe('ZIP', () => {
  const files = [
    { name: 'F-1042.pdf', content: Buffer.from('%PDF-1.4') },
    { name: 'Año ñandú.xml', content: '<?xml version="1.0"?><a b="ñ"/>' },
  ];
  const date = new Date('2026-11-21T16:41:05Z');

  it('gives back the same files', () => {
    const read = unzipSync(zipFiles(files, date));
    expect(Object.keys(read)).toEqual(['F-1042.pdf', 'Año ñandú.xml']);
    expect(strFromU8(read['Año ñandú.xml'] ?? new Uint8Array())).toBe('<?xml version="1.0"?><a b="ñ"/>');
  });

  it('is the same for the same input', () => {
    expect(zipFiles(files, date).equals(zipFiles(files, date))).toBe(true);
  });
});
