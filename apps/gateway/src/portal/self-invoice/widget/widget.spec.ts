import { describe, expect, it } from '@jest/globals';
import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { Screen } from '../screens.js';
import { SCREENS } from './screens.js';
import { widgetScript } from './script.js';

const KB = 1000;

describe('the script of the widget', () => {
  it('is a script, of less than 20 kB, and of less than 8 kB as it travels', () => {
    expect(() => new Script(widgetScript)).not.toThrow();
    expect(Buffer.byteLength(widgetScript)).toBeLessThan(20 * KB);
    expect(gzipSync(widgetScript).length).toBeLessThan(8 * KB);
  });

  it('makes no markup and no code of text, which strict policies forbid, and keeps nothing of anybody', () => {
    expect(widgetScript).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function|createElement\('(?:script|style|link|iframe)'|\.style\b|setAttribute\('style|cookie|localStorage|sessionStorage|import\(/,
    );
  });

  it('draws every page of the portal', () => {
    const names: Record<Screen['name'], true> = {
      ...{ ask: true, receipt: true, preview: true, pending: true, done: true, notice: true },
    };
    for (const name of Object.keys(names)) expect(SCREENS).toContain(`\n  ${name}: (view`);
  });

  it('ends in no page early', () => {
    expect(widgetScript).not.toMatch(/<\/|<!--|\u2028|\u2029/);
  });
});
