import { describe, expect, it } from '@jest/globals';
import { marksOf } from './marks.js';

describe('the marks of a preview', () => {
  it.each([true, false])('say that it is worth nothing, Live or not (%s)', (livemode) => {
    expect(marksOf({ livemode, status: 'preview' })).toMatchObject({
      banner: { text: 'VISTA PREVIA · SIN VALIDEZ FISCAL', tone: 'draft' },
      watermark: ['VISTA PREVIA', 'SIN VALIDEZ FISCAL'],
    });
  });
});
