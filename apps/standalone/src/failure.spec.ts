import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '#hosting';
import { tellFailure } from './failure.js';

describe('a start that failed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbra-failure-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is told in the sentence that was made for it', async () => {
    expect(await tellFailure(new StartupError('The disk is full.'), folder)).toBe('The disk is full.');
  });

  it('is told in a sentence too where nobody expected it, and its details are for the user alone', async () => {
    const file = join(folder, 'start-failure.log');
    expect(await tellFailure(new TypeError('no\n  such thing'), folder)).toBe(
      `Timbra could not start, for a reason that it does not know (no such thing): ${file} has the details.`,
    );
    expect(await readFile(file, 'utf8')).toMatch(/^\d{4}-.*Z TypeError: no\n[^]*failure\.spec\.ts/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is told with its details where there is no folder for them', async () => {
    expect(await tellFailure(new TypeError('no'), join(folder, 'missing'))).toContain('failure.spec.ts');
    expect(await tellFailure(new TypeError('no'), undefined)).toContain('failure.spec.ts');
  });
});
