import { until } from '#bus/testing/until';
import { startFinkok, startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { openStage, type Stage } from '../live/stage.js';
import type { ExampleRun, Place } from './run.js';

/** An installation over doubles of PACs, for what has no sandbox: documents in doubt, manifests. */
interface Live extends Stage {
  readonly sat: SatDouble;
  readonly sw: SwDouble;
  /** The organization that its Live key is of. */
  readonly id: string;
}

/** One for a run: the first example that needs it starts it. */
const started = new WeakMap<ExampleRun, Promise<Live>>();

export function liveOf(run: ExampleRun): Promise<Live> {
  const known = started.get(run) ?? start(run);
  started.set(run, known);
  return known;
}

async function start(run: ExampleRun): Promise<Live> {
  const sat = await startSat();
  const [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  const stage = await openStage(sat, {
    ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_USER: finkok.user, TIMBRA_FINKOK_PASSWORD: finkok.password },
    ...{ TIMBRA_FINKOK_MANIFEST_URL: finkok.url, TIMBRA_FINKOK_SNID: finkok.snid },
  });
  run.closes(async () => {
    await stage.close();
    await Promise.all([sw.close(), finkok.close(), sat.close()]);
  });
  const { id } = await stage.get('/organizations/me');
  return { ...stage, sat, sw, id: id as string };
}

/** Where requests for it go. */
export const placeIn = (
  { app, live }: Live,
  parameters: Readonly<Record<string, string>> = {},
): Place & { readonly parameters: Readonly<Record<string, string>> } => ({ app, key: live, parameters });

/** The id of an invoice whose PAC loses every answer: one for all examples. */
export async function doubted(live: Live): Promise<string> {
  const first = async (): Promise<string | undefined> => {
    const { data } = await live.get('/stamping/doubts');
    return data[0]?.id as string | undefined;
  };
  let id = await first();
  if (id !== undefined) return id;
  live.sw.faults.next('reset', { when: 'before', operation: 'stamp', times: 1_000 });
  await live.create();
  await until(async () => (id = await first()) !== undefined);
  return id ?? '';
}
