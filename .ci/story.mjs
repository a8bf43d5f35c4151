// node .ci/story.mjs <project> <data folder> [--directly]: starts the service with npm start, makes a customer and an
// invoice, checks its XML and PDF, presses Ctrl-C, starts again and finds the invoice. --directly: without npm, so on
// the Node that runs this.
// node .ci/story.mjs --forget <data folder>: removes the database, wherever it lies.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BOOT_SECONDS = 300;

/** The process group of the service that runs, for when a check fails. */
let running;

/** Starts the service in a process group of its own, as a terminal does, and waits until it is ready. */
const boot = async (project, dataDir, directly) => {
  const since = Date.now();
  const demoFile = join(dataDir, 'demo.json');
  rmSync(demoFile, { force: true });
  const [program, ...args] = directly ? [process.execPath, 'scripts/start.mjs'] : ['npm', 'start'];
  const npm = spawn(program, args, {
    cwd: project,
    // Any port: demo.json says which.
    env: { ...process.env, TIMBRA_DATA: dataDir, TIMBRA_PORT: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = npm.pid;
  let output = '';
  npm.stdout.on('data', (chunk) => (output += chunk));
  npm.stderr.on('data', (chunk) => (output += chunk));
  let ended = false;
  const end = new Promise((resolve) => npm.once('close', (code, signal) => resolve(code ?? signal)));
  void end.then(() => {
    ended = true;
    running = undefined;
  });
  while (!existsSync(demoFile) || !(await answers(demoFile))) {
    assert(!ended, `npm start ended by itself:\n${output}`);
    assert(Date.now() - since < BOOT_SECONDS * 1000, `not ready after ${BOOT_SECONDS} s:\n${output}`);
    await sleep(100);
  }
  console.log(`ready after ${((Date.now() - since) / 1000).toFixed(1)} s`);

  const pressCtrlC = async () => {
    process.kill(-npm.pid, 'SIGINT');
    // The service gives up by itself after 30 s, and then ends with 1.
    const result = await Promise.race([end, sleep(45_000, 'still running after 45 s')]);
    // npm passes on that it was interrupted; the service itself ends with 0.
    assert([0, 130, 'SIGINT'].includes(result), `Ctrl-C: ${result}\n${output}`);
    assert(!existsSync(join(dataDir, 'postgres/lock')), `the shutdown was not clean:\n${output}`);
    console.log('Ctrl-C shut it down cleanly');
  };
  return { demo: JSON.parse(readFileSync(demoFile, 'utf8')), pressCtrlC };
};

/** Whether the service that wrote demo.json answers an authenticated request. */
const answers = async (demoFile) => {
  try {
    const demo = JSON.parse(readFileSync(demoFile, 'utf8'));
    return (await call(demo, 'GET', '/customers')).status === 200;
  } catch {
    return false;
  }
};

const call = (demo, method, path, body) =>
  fetch(`${demo.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.test_key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const callJson = async (...args) => {
  const response = await call(...args);
  const text = await response.text();
  assert(response.ok, `${args[1]} ${args[2]} answered ${response.status}: ${text}`);
  return JSON.parse(text);
};

const makeInvoice = async (demo) => {
  const customer = await callJson(demo, 'POST', '/customers', {
    legal_name: 'Papelería del Ángel',
    tax_id: 'PAN180313KW2',
    tax_system: '601',
    email: 'compras@example.com',
    address: { zip: '06600' },
  });
  const created = await callJson(demo, 'POST', '/invoices', {
    customer: customer.id,
    items: [{ quantity: 2, product: { description: 'Tóner negro', product_key: '44103103', price: 345.6 } }],
    payment_form: '03',
    use: 'G03',
  });
  for (let tries = 0; tries < 600; tries++) {
    const invoice = await callJson(demo, 'GET', `/invoices/${created.id}`);
    if (invoice.status === 'valid' && invoice.uuid) return invoice;
    await sleep(100);
  }
  throw new Error(`The invoice ${created.id} was not stamped.`);
};

const checkXml = async (demo, invoice) => {
  const response = await call(demo, 'GET', `/invoices/${invoice.id}/xml`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/xml/);
  const xml = await response.text();
  const lint = spawnSync('xmllint', ['--noout', '-'], { input: xml, encoding: 'utf8' });
  if (lint.error) console.log('SKIPPED: xmllint is not installed');
  else assert.equal(lint.status, 0, lint.stderr);
  assert.match(xml, /<cfdi:Comprobante[^>]* Version="4\.0"/);
  assert.match(xml.toUpperCase(), new RegExp(`UUID="${invoice.uuid.toUpperCase()}"`));
  console.log(`XML of invoice ${invoice.uuid}: ${xml.length} characters, well-formed`);
};

const checkPdf = async (demo, invoice) => {
  const response = await call(demo, 'GET', `/invoices/${invoice.id}/pdf`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/pdf/);
  const pdf = Buffer.from(await response.arrayBuffer());
  assert.equal(pdf.subarray(0, 5).toString('latin1'), '%PDF-');
  assert.match(pdf.subarray(-1024).toString('latin1'), /%%EOF/);
  console.log(`PDF: ${pdf.length} bytes`);
};

const tell = async (project, dataDir, directly) => {
  const first = await boot(project, dataDir, directly);
  const invoice = await makeInvoice(first.demo);
  await checkXml(first.demo, invoice);
  await checkPdf(first.demo, invoice);
  await first.pressCtrlC();

  const second = await boot(project, dataDir, directly);
  assert.equal(second.demo.test_key, first.demo.test_key);
  const found = await callJson(second.demo, 'GET', `/invoices/${invoice.id}`);
  assert.equal(found.uuid, invoice.uuid);
  assert.equal(found.total, invoice.total);
  console.log('the second start found the invoice');
  await second.pressCtrlC();
};

const forget = (dataDir) => {
  const pointer = join(dataDir, 'postgres/location.json');
  if (existsSync(pointer)) rmSync(JSON.parse(readFileSync(pointer, 'utf8')).folder, { recursive: true });
};

const [first, second, third] = process.argv.slice(2);
if (first === '--forget') forget(second);
else {
  try {
    await tell(first, second, third === '--directly');
  } catch (error) {
    console.error(error);
    if (running !== undefined) process.kill(-running, 'SIGTERM');
    process.exitCode = 1;
  }
}
