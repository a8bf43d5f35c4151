import { parseArgs } from 'node:util';
import { makeWorld, startFinkok, startProdigia, startSat, startSw, type Double } from './index.js';

/** npm run doubles -- sw|finkok|prodigia|sat|all [--port n] [--world folder]: doubles as a program of their own. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, world: { type: 'string' } },
});
const [which = 'all'] = positionals;
const world = makeWorld(values.world);
let next = values.port === undefined ? undefined : Number(values.port);
const options = (): { world: typeof world; port?: number } => {
  const port = next;
  if (next !== undefined) next += 1;
  return port === undefined ? { world } : { world, port };
};
const wants = (name: string): boolean => which === 'all' || which === name;

if (!['all', 'sw', 'finkok', 'prodigia', 'sat'].includes(which)) {
  process.stderr.write('Usage: npm run doubles -- sw|finkok|prodigia|sat|all [--port n] [--world folder]\n');
  process.exit(2);
}

const started: Double[] = [];
const lines: string[] = [];
const sat = wants('sat') ? await startSat(options()) : undefined;
if (sat) {
  started.push(sat);
  lines.push(
    `TIMBRA_SAT_STATUS_URL=${sat.url}/ConsultaCFDIService.svc`,
    `TIMBRA_SAT_DOWNLOAD_URL=${sat.url}`,
  );
  lines.push(`TIMBRA_SAT_CERTIFICATES_URL=${sat.url}`);
}
const linked = sat ? { sat } : {};
if (wants('sw')) {
  const sw = await startSw({ ...options(), ...linked });
  started.push(sw);
  lines.push(`TIMBRA_SW_URL=${sw.url}`, `TIMBRA_SW_API_URL=${sw.url}`);
  lines.push(`TIMBRA_SW_USER=${sw.user}`, `TIMBRA_SW_PASSWORD=${sw.password}`);
  lines.push(`# or, in place of both: TIMBRA_SW_TOKEN=${sw.token}`);
}
if (wants('finkok')) {
  const finkok = await startFinkok({ ...options(), ...linked });
  started.push(finkok);
  lines.push(`TIMBRA_FINKOK_URL=${finkok.url}`, `TIMBRA_FINKOK_USER=${finkok.user}`);
  lines.push(`TIMBRA_FINKOK_PASSWORD=${finkok.password}`);
  lines.push(`TIMBRA_FINKOK_MANIFEST_URL=${finkok.url}`, `TIMBRA_FINKOK_SNID=${finkok.snid}`);
}
if (wants('prodigia')) {
  const prodigia = await startProdigia({ ...options(), ...linked });
  started.push(prodigia);
  lines.push(
    `TIMBRA_PRODIGIA_URL=${prodigia.url}/servicio/rest`,
    `TIMBRA_PRODIGIA_CONTRACT=${prodigia.contract}`,
  );
  lines.push(`TIMBRA_PRODIGIA_USER=${prodigia.user}`, `TIMBRA_PRODIGIA_PASSWORD=${prodigia.password}`);
  lines.push(`TIMBRA_PRODIGIA_MANIFEST_URL=${prodigia.url}/PadeFirmadoApp-war/FirmarContrato`);
  lines.push('# TIMBRA_PRODIGIA_MANIFEST_TEXT: a file with any text');
}
const [first] = started;
if (!sat && first) lines.push(`TIMBRA_SAT_CERTIFICATES_URL=${first.url}`);
process.stdout.write(
  `${lines.join('\n')}\n# TIMBRA_SAT_ROOTS: a file with the PEM of ${first?.url}/__roots.pem\n`,
);
process.stdout.write('# Ledger: GET /__ledger; faults: POST /__faults. Stop with Ctrl+C.\n');

const stop = (): void =>
  void Promise.all(started.map((double) => double.close())).then(() => process.exit(0));
process.on('SIGINT', stop).on('SIGTERM', stop);
