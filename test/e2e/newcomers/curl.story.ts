import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withoutCatalogues } from '#fiscal';
import { banner } from '#apps/standalone/src/banner';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What a newcomer pastes into a shell: the banner's command, and the tour of the README, word by word. */

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write('test: the commands of the README are not pasted, without curl\n');
const ROOT = resolve(import.meta.dirname, '../../..');

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'timbra-tour-'));
  await mkdir(join(folder, '.data'));
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(folder, '.data/demo.json'), JSON.stringify(app.demo));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** In place of npm's download: the SDK of this major version is here. */
const INSTALL = `ln -s '${join(ROOT, 'node_modules')}' node_modules`;

/** Runs a script in a shell that stops at the first command that fails; folders for now are made beside the "clone". */
const shell = (script: string): Promise<string> =>
  new Promise((settle, fail) =>
    execFile(
      'sh',
      ['-eu', '-c', script.replace(/^npm install .* facturapi@5$/m, INSTALL)],
      { cwd: folder, env: { ...process.env, TMPDIR: join(folder, 'tmp') } },
      (error, stdout, stderr) => (error ? fail(new Error(`${error.message}\n${stderr}`)) : settle(stdout)),
    ),
  );

/** The code blocks of a section of the README, in a language. */
async function blocksOf(section: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, rest = ''] = text.split(`\n## ${section}\n`);
  const [body = ''] = rest.split('\n## ');
  return [...body.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);
}

(hasCurl ? describe : describe.skip)('pasted into a shell', () => {
  it('the command of the banner makes a valid invoice', async () => {
    const parts = { config: app.runtime.config, catalogues: withoutCatalogues };
    const text = banner(app.demo, '1.0', { ...parts, terminal: true });
    const [command] = /^curl .*?^ {2}\}'$/ms.exec(text) ?? [];
    const made: Json = JSON.parse(await shell(command ?? 'false'));
    expect(made).toMatchObject({ status: 'valid', total: 691.2, uuid: expect.any(String) });
    expect(text).toContain(app.demo.base_url);
    // What is no terminal is kept by somebody: then only demo.json has the key.
    const kept = banner(app.demo, '1.0', { ...parts, terminal: false });
    expect(kept).toContain(app.demo.base_url);
    expect(kept).toContain('demo.json');
    expect(kept).not.toMatch(/sk_(test|user|live)_|#/);
  });

  it('the tour of the README does what it says', async () => {
    const steps = await blocksOf('A tour of five minutes', 'sh');
    expect(steps.length).toBeGreaterThan(4);
    const clone = await readdir(folder);
    const output = await shell(steps.join('\n'));
    // Nothing is left in the clone, where `git status` would show it.
    expect(await readdir(folder)).toEqual(clone);
    const [tour = ''] = await readdir(join(folder, 'tmp'));
    const file = (name: string) => readFile(join(folder, 'tmp', tour, name));
    const made: Json = JSON.parse((await file('invoice.json')).toString());
    expect(made).toMatchObject({ status: 'valid', total: 691.2, customer: { tax_id: 'URE180429TM6' } });
    expect((await file('invoice.xml')).toString()).toContain(made.uuid);
    for (const pdf of ['invoice.pdf', 'receipt.pdf'])
      expect((await file(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
    // The program with the SDK comes last, and finds this invoice and the banner's.
    expect(output).toMatch(/\D2\n$/);
    // The answer to the wrong request is in English and lists every problem.
    expect(output).toContain('The type of the field \\"items.0.product.price\\" is not valid');
    expect(await app.get(`/invoices/${made.id}`)).toMatchObject({ status: 'canceled' });

    // Nobody listens there: the log says so.
    const [told = ''] = await blocksOf('Webhooks', 'sh');
    expect(await shell([...steps.slice(0, 2), told].join('\n'))).toContain('"event":');

    const [further = ''] = await blocksOf('Find keys, edit safely, look back', 'sh');
    const lines = await shell([...steps.slice(0, 2), `INVOICE=${made.id}`, further].join('\n'));
    expect(lines).toContain('"type":"invoice.canceled"');
    expect(lines).toContain('"phone":"5512345678"');
  });

  it('people get a role by invitation, and work with a key of their own, as the README does it', async () => {
    const ana = await app.newUser();
    const { email } = await app.get('/users/me', { key: ana });
    const [issuer = ''] = await blocksOf('An issuer of your own', 'sh');
    const steps = await blocksOf('Roles and invitations', 'sh');
    expect(steps.length).toBe(2);
    const script = [
      `BASE='${app.demo.base_url}' USER_KEY='${app.demo.user_key}' ANA_KEY='${ana}'`,
      issuer,
      ...steps,
    ].join('\n');
    const output = await shell(script.replaceAll('ana@example.com', String(email)));
    expect(output).not.toContain('"ok":false');
    const [organization] = (await app.get('/users/me', { key: ana })).organizations as Json[];
    expect(organization).toMatchObject({ name: 'Escuela Kemper', is_owner: false, role_name: 'Mostrador' });
    expect(organization?.operations).not.toContain('write.invoices.cancel');
    expect(output).toContain('write.received_invites.respond');
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
