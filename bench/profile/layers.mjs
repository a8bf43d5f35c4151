/** Packages that do one thing together. Others stand under their own names. */
const PACKAGES = [
  ['pg: driver, pool, sockets', /^(pg|pg-.*|postgres-.*)$/],
  [
    'HTTP: Fastify',
    /^(fastify|@fastify\/.*|avvio|find-my-way|light-my-request|fast-.*|secure-json-parse|ajv.*)$/,
  ],
  ['Nest, rxjs', /^(@nestjs\/.*|rxjs|reflect-metadata)$/],
  ['telemetry', /^(@opentelemetry\/.*|prom-client)$/],
];

/** The layer of a function by the file it is in; undefined where that says nothing: it belongs to who called it. */
export const layerOf = ({ functionName, url }) => {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'V8 and Node themselves';
  if (functionName === '(idle)') return 'idle';
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (name) return PACKAGES.find(([, pattern]) => pattern.test(name))?.[0] ?? name;
  const [, ours] = /\/dist\/((?:libs|apps)\/[^/]+)\/src\//.exec(url) ?? [];
  if (!ours) return undefined;
  const [, part] = /\/src\/([^/]+)\//.exec(url) ?? [];
  return part ? `${ours}/${part}` : ours;
};

/**
 * Time by layer of a CPU profile: each sample counts for the function that ran, or, where that is one of Node's own,
 * for the nearest caller that is in a layer.
 * @returns a map from the layer to its share of all that was not idle, largest first
 */
export const sharesByLayer = ({ nodes, samples, timeDeltas }) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layers = new Map();
  const walk = (id, inherited) => {
    const { callFrame, children = [] } = byId.get(id);
    const layer = layerOf(callFrame) ?? inherited;
    layers.set(id, layer);
    for (const child of children) walk(child, layer);
  };
  walk(nodes[0].id, 'Node, called by nobody here');
  const sums = new Map();
  samples.forEach((id, n) => sums.set(layers.get(id), (sums.get(layers.get(id)) ?? 0) + timeDeltas[n]));
  sums.delete('idle');
  const all = [...sums.values()].reduce((sum, time) => sum + time, 0);
  return new Map([...sums].sort(([, a], [, b]) => b - a).map(([layer, time]) => [layer, time / all]));
};
