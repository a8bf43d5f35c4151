import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as sat from './index.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const part = readme.slice(readme.indexOf('## Which there are'), readme.indexOf('## Rules between them'));
const named = [...part.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

describe('the README', () => {
  it('names every catalogue that there is, and no other', () => {
    const ours = Object.entries(sat)
      .filter(([, value]) => typeof value === 'object' && 'entries' in value && 'has' in value)
      .map(([name]) => name);
    // Pagos 2.0 adds to a catalogue of CFDI, and Comercio Exterior has its states.
    const again = ['formasPago', 'estados'];
    expect(named.filter((name) => !again.includes(name)).sort()).toEqual(
      ours.filter((name) => !again.includes(name)).sort(),
    );
    expect(named).toEqual(expect.arrayContaining(again));
  });
});
