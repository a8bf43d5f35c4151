import { describe, expect, it } from '@jest/globals';
import { tidyName } from './names.js';

describe('a name that others read', () => {
  it.each([
    ['stays as it is', 'Núñez & Hijos, S.A. 日本 👩‍👩‍👧', 'Núñez & Hijos, S.A. 日本 👩‍👩‍👧'],
    ['is composed, on one line', ' Nu\u0301n\u0303ez\r\n\u2028 Bcc:\u00a0x\u0000', 'Núñez Bcc: x'],
    ['is not turned around', 'rol\u202eradortsinimdA\u2066\u2069\u200f', 'rolradortsinimdA'],
    ['has nothing that is not seen', 'Co\u200bbran\u00adza\ufeff\u2060', 'Cobranza'],
    ['is nothing where nothing is seen', '\u3164\u2800 \u115f\u1160\uffa0\u200b', ''],
  ])('%s', (_, typed, name) => expect(tidyName(typed)).toBe(name));
});
