// Another organization, from outside: one request after the other over one kept connection, about every 10 ms, in a
// process of its own so that nothing else makes it wait. Health is asked beside, over connections of its own. It sends its
// figures on the message 'report', and begins anew.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [origin, key, healthOrigin] = process.argv.slice(2);
const EVERY_MS = 10;
const HEALTH_EVERY_MS = 100;
const PATIENCE_MS = 60_000;

const fresh = () => ({ worstMs: 0, asked: 0, wrong: [], healthAsked: 0, healthWrong: [], healthWorstMs: 0 });
let figures = fresh();

const ask = (url, agent, headers) =>
  new Promise((resolve) => {
    const began = performance.now();
    const over = (what) => resolve({ what, ms: performance.now() - began });
    const asked = request(url, { agent, headers, timeout: PATIENCE_MS }, (response) => {
      response.resume();
      response.once('end', () => over(response.statusCode));
      response.once('error', (error) => over(error.code));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', (error) => over(error.code ?? error.message));
    asked.end();
  });

const probe = async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const paths = ['/v2/check', '/v2/customers?limit=1', '/v2/organizations/me'];
  for (let n = 0; ; n += 1) {
    const path = paths[n % paths.length];
    const { what, ms } = await ask(origin + path, agent, { authorization: `Bearer ${key}` });
    figures.asked += 1;
    figures.worstMs = Math.max(figures.worstMs, ms);
    if (what !== 200 && figures.wrong.length < 5) figures.wrong.push(`${path}: ${what}`);
    await sleep(Math.max(0, EVERY_MS - ms));
  }
};

const probeHealth = async () => {
  for (;;) {
    for (const url of [
      `${origin}/healthz`,
      `${origin}/readyz`,
      `${healthOrigin}/healthz`,
      `${healthOrigin}/readyz`,
    ]) {
      const { what, ms } = await ask(url, new Agent({ keepAlive: false }), {});
      figures.healthAsked += 1;
      figures.healthWorstMs = Math.max(figures.healthWorstMs, ms);
      if (what !== 200 && figures.healthWrong.length < 5) figures.healthWrong.push(`${url}: ${what}`);
    }
    await sleep(HEALTH_EVERY_MS);
  }
};

process.on('message', () => {
  process.send(figures);
  figures = fresh();
});
process.on('disconnect', () => process.exit());
void probe();
void probeHealth();
