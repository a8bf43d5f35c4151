import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedHeaders } from '#apps/webhooks/src/sending/sign';

const run = promisify(execFile);
const page = await readFile('docs/webhooks.md', 'utf8');

/** The code of a language in the page, one block after the other. */
const snippets = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);

/** Whether a program is there: what it is not there for is not tested. */
const isThere = async (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const [python, java] = [await isThere('python3'), await isThere('javac')];

const secret = `whsec_${Buffer.alloc(24, 'documentation').toString('base64')}`;
const body = JSON.stringify({
  id: '01a219512f0000002c9a4b1e',
  type: 'invoice.stamped',
  data: { total: 11.6, name: 'Ñu ✓' },
});
const signed = signedHeaders({
  ...{ eventId: '01a219512f0000002c9a4b1e', body, at: new Date(), custom: {} },
  secrets: [{ secret, old: false }],
});
const headers = Object.fromEntries(
  Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
);
const signature = headers['facturapi-signature'] ?? '';
const forged = body.replace('11.6', '11.7');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snippets-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a program of a snippet prints: whether it accepts each body. */
async function verdictOf(program: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await run(program, args, { cwd: folder });
  return stdout.trim().split('\n');
}

describe('the snippets of docs/webhooks.md', () => {
  it('are there in five languages', () =>
    expect(
      ['js', 'python', 'php', 'csharp', 'java'].filter((language) => snippets(language).length === 0),
    ).toEqual([]));

  it('verify in JavaScript, by the SDK and by Standard Webhooks', async () => {
    const [sdk, standard] = snippets('js');
    for (const [index, code] of [sdk, standard].entries()) {
      const file = resolve(`test/docs/.snippet-${index}-${process.pid}.mjs`);
      const name = index === 0 ? 'verifyWithSdk' : 'verifyWithStandard';
      const calls = [body, forged].map(
        (text) =>
          `try { console.log((await ${name}(${JSON.stringify(text)}, ${JSON.stringify(headers)}, ${JSON.stringify(secret)})).id) } catch { console.log('refused') }`,
      );
      await writeFile(file, [code, ...calls].join('\n'));
      try {
        expect(await verdictOf(process.execPath, file)).toEqual(['01a219512f0000002c9a4b1e', 'refused']);
      } finally {
        await rm(file);
      }
    }
  });

  (python ? it : it.skip)('verify in Python', async () => {
    const calls = [body, forged].map(
      (text) =>
        `print(verify(bytes.fromhex("${Buffer.from(text).toString('hex')}"), "${signature}", "${secret}"))`,
    );
    await writeFile(join(folder, 'snippet.py'), [...snippets('python'), ...calls].join('\n'));
    expect(await verdictOf('python3', 'snippet.py')).toEqual(['True', 'False']);
  });

  (java ? it : it.skip)('verify in Java', async () => {
    const bytes = (text: string) => `HexFormat.of().parseHex("${Buffer.from(text).toString('hex')}")`;
    const calls = [
      [body, signature],
      [forged, signature],
      [body, 'no hex'],
    ].map(
      ([text = '', given = '']) =>
        `System.out.println(Verifier.verify(${bytes(text)}, "${given}", "${secret}"));`,
    );
    const main = `class Snippet { public static void main(String[] args) throws Exception { ${calls.join(' ')} } }`;
    await writeFile(join(folder, 'Snippet.java'), [...snippets('java'), main].join('\n'));
    await run('javac', ['Snippet.java'], { cwd: folder });
    expect(await verdictOf('java', '-cp', folder, 'Snippet')).toEqual(['true', 'false', 'false']);
  });
});
