import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasCurl, runGuide } from '../docs/guides/run.js';
import { startApp, type TestApp } from '../support/app.js';

/** Every block of docs/guides is pasted into a shell, and what comes of it is as the guide says. */

if (!hasCurl) process.stderr.write('test: the guides are not pasted, without curl\n');
const FOLDER = join(import.meta.dirname, '../../docs/guides');
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'));

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

(hasCurl ? describe : describe.skip)('a guide', () => {
  it.each(files)('%s does what it says', async (name) => {
    const markdown = await readFile(join(FOLDER, name), 'utf8');
    expect(await runGuide(markdown, app.demo)).toEqual([]);
  });

  it.each([
    ['a status', 'curl -s $BASE/customers -H "Authorization: Bearer $KEY"', '201', '{}', /was answered 200/],
    [
      'a value',
      'curl -s $BASE/customers -H "Authorization: Bearer $KEY"',
      '200',
      '{ "page": 7 }',
      /page is 1, not 7/,
    ],
    [
      'a request that is refused',
      'curl -s $BASE/customers; curl -s $BASE/nothing',
      '404',
      '{}',
      /answered 401/,
    ],
    ['a command that fails', 'curl -s $BASE/nothing; false', '404', '{}', /the shell ended with 1/],
  ])('that is wrong about %s is found out', async (_, code, status, body, problem) => {
    const keys = `BASE=${app.demo.base_url} KEY=${app.demo.test_key}`;
    const guide = `\`\`\`sh\n${keys}\n${code}\n\`\`\`\n\n${status}:\n\n\`\`\`json\n${body}\n\`\`\`\n`;
    const problems = await runGuide(guide, app.demo);
    expect(problems.join()).toMatch(problem);
    expect(problems.join()).toMatch(/^line 2: /);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
