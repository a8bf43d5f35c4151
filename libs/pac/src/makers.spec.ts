import { expect, it } from '@jest/globals';
import { makePac, type PacSettings } from './makers.js';
import type { PacParts } from './real.js';

const parts: PacParts = {
  certificates: { byNumber: async () => 'unavailable' },
  authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
  ...{ timeoutMs: 1_000, sandbox: false },
};
const nobody = { user: undefined, password: undefined };

it('makes the adapter of a name, which says what it can do', () => {
  const sw = { url: 'https://sw.example', apiUrl: 'https://api.sw.example', token: undefined, ...nobody };
  expect(makePac('sw', sw, parts)).toMatchObject({ name: 'sw', capabilities: { find: 'resend' } });
  const finkok = { url: 'https://finkok.example', ...nobody };
  expect(makePac('finkok', finkok, parts)).toMatchObject({ name: 'finkok', capabilities: { find: 'query' } });
  const prodigia = { url: 'https://prodigia.example', contract: undefined, ...nobody };
  expect(makePac('prodigia', prodigia, parts)).toMatchObject({
    ...{ name: 'prodigia', capabilities: { find: 'resend' } },
  });
});

it('knows no other name, not even one that every object has', () => {
  for (const name of ['acme', 'toString', '__proto__'])
    expect(() => makePac(name as keyof PacSettings, { url: '', ...nobody }, parts)).toThrow(TypeError);
});
