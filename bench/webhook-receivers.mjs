// A child of bench/webhooks.mjs: servers on ports of their own, of which the first ones hang. Tells its parent what came.
import { createServer } from 'node:http';

const [count, hanging] = process.argv.slice(2).map(Number);
let came = [];

const serverOf = (hangs) =>
  createServer((request, response) => {
    const at = Date.now();
    const id = request.headers['webhook-id'];
    request.resume().on('end', () => {
      if (hangs) return;
      came.push([id, at]);
      response.writeHead(200, { 'content-length': 2 }).end('ok');
    });
  });

const listening = Array.from(
  { length: count },
  (_, n) =>
    new Promise((resolve) => {
      const server = serverOf(n < hanging);
      server.keepAliveTimeout = 60_000;
      server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    }),
);
process.send({ ports: await Promise.all(listening) });
setInterval(() => {
  if (came.length === 0) return;
  process.send({ came });
  came = [];
}, 100);
process.on('disconnect', () => process.exit());
