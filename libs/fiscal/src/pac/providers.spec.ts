import { describe, expect, it } from '@jest/globals';
import { ORGANIZATION_PACS, pacOfProvider, SANDBOX_PAC } from '#contracts';
import { SANDBOX_PAC_RFC } from '#pac';
import { FINKOK_RFC } from '../../../pac/src/finkok/stamping.js';
import { PRODIGIA_RFC } from '../../../pac/src/prodigia/stamping.js';
import { SW_RFC } from '../../../pac/src/sw/stamping.js';

describe('the PAC of a stamp', () => {
  it('is the one that stamps with that RFC', () => {
    expect([SW_RFC, FINKOK_RFC, PRODIGIA_RFC].map(pacOfProvider)).toEqual([...ORGANIZATION_PACS]);
    expect(pacOfProvider(SANDBOX_PAC_RFC)).toBe(SANDBOX_PAC);
    expect(pacOfProvider('AAA010101AAA')).toBe('AAA010101AAA');
  });
});
