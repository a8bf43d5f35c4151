/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** A stage, with the instructions of those that it begins from before its own. */
export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly own: readonly Instruction[];
  readonly all: readonly Instruction[];
}

export interface Dockerfile {
  readonly args: Readonly<Record<string, string>>;
  readonly stages: ReadonlyMap<string, Stage>;
}

/** Reads a Dockerfile: comments dropped, `\` at the end of a line joins it with the next. */
export function parseDockerfile(source: string): Dockerfile {
  const instructions = source
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Instruction => {
      const [, name = '', value = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), value };
    });
  const args: Record<string, string> = {};
  const stages = new Map<string, Stage>();
  let own: Instruction[] | undefined;
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [, from = '', name = String(stages.size)] =
        /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.value) ?? [];
      own = [];
      const before = stages.get(from)?.all ?? [];
      const mine = own;
      stages.set(name, {
        name,
        from,
        own,
        get all() {
          return [...before, ...mine];
        },
      });
    } else if (own) own.push(instruction);
    else if (instruction.name === 'ARG') {
      const [name = '', ...value] = instruction.value.split('=');
      args[name] = value.join('=');
    }
  }
  return { args, stages };
}

const last = ({ all }: Stage, name: string): string | undefined =>
  all.filter((instruction) => instruction.name === name).at(-1)?.value;

/** The variables that a stage sets with ENV. */
export const envOf = ({ all }: Stage): Record<string, string> =>
  Object.fromEntries(
    all
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ value }) => [...value.matchAll(/(\w+)=(\S+)/g)].map(([, name, text]) => [name, text])),
  );

/** Images whose digests nobody could look up when they were named; scripts/pin-images.mjs does. */
const WITHOUT_DIGEST = ['eventstore/eventstore:24.10.5'];

/** A foreign image, by version and digest: a tag can be moved to other contents. */
export const isPinnedByDigest = (image: string): boolean =>
  (/:v?\d+\.\d+/.test(image) && /@sha256:[0-9a-f]{64}$/.test(image)) || WITHOUT_DIGEST.includes(image);

/** An image by a full version (1.2.3), or by its digest: never one that changes by itself. */
export const isPinned = (image: string): boolean =>
  /@sha256:[0-9a-f]{64}$/.test(image) || /:v?\d+\.\d+(\.\d+)?([.-][\w.-]+)?$/.test(image);

/**
 * What is wrong with the images: rules that hadolint has, and those of ours.
 * @param targets the stages that are run
 */
export function dockerfileProblems({ args, stages }: Dockerfile, targets: readonly string[]): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  for (const { name, from, own } of stages.values()) {
    const image = from.replace(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? '');
    if (!stages.has(from)) must(isPinnedByDigest(image), `${name}: ${image} is not pinned by its digest`);
    for (const { name: kind, value } of own) {
      must(kind !== 'ADD', `${name}: ADD unpacks and downloads: COPY it is`);
      must(kind !== 'COPY' || !/^(--\S+\s+)*\.\s/.test(value), `${name}: COPY . takes every file there`);
      must(
        !(/^(ENV|ARG)$/.test(kind) && /\w*(PASSWORD|SECRET|TOKEN|MASTER_KEY)/.test(value)),
        `${name}: a secret in ${kind}`,
      );
      if (kind !== 'RUN') continue;
      must(!/\b(sudo|curl|wget)\b/.test(value), `${name}: RUN with sudo, curl or wget`);
      must(!/npm (i|install)\b/.test(value), `${name}: npm install moves versions: npm ci keeps them`);
      if (!value.includes('apt-get')) continue;
      must(
        /apt-get update .*&& apt-get install/.test(value),
        `${name}: apt-get update and install in one layer`,
      );
      must(
        /install -y --no-install-recommends/.test(value),
        `${name}: apt-get without -y --no-install-recommends`,
      );
      must(/rm -rf \/var\/lib\/apt\/lists/.test(value), `${name}: the lists of apt-get stay in the layer`);
    }
  }
  for (const target of targets) {
    const stage = stages.get(target);
    if (!stage) {
      problems.push(`there is no stage ${target}`);
      continue;
    }
    const env = envOf(stage);
    must(/^[1-9]\d*:[1-9]\d*$/.test(last(stage, 'USER') ?? ''), `${target}: USER is no number above 0`);
    must(
      /^\[.*"node".*\]$/.test(last(stage, 'ENTRYPOINT') ?? ''),
      `${target}: ENTRYPOINT through a shell: signals are lost`,
    );
    must(/tini/.test(last(stage, 'ENTRYPOINT') ?? ''), `${target}: node is process 1`);
    must(/CMD \["node",/.test(last(stage, 'HEALTHCHECK') ?? ''), `${target}: no HEALTHCHECK by node`);
    must(env['NODE_ENV'] === 'production', `${target}: NODE_ENV is not production`);
    must(env['TIMBRA_HOST'] === '0.0.0.0', `${target}: nobody outside of the container reaches TIMBRA_HOST`);
    must(
      last(stage, 'EXPOSE') ===
        [env['TIMBRA_PORT'], env['TIMBRA_OPERATOR_PORT']].filter((one) => one !== undefined).join(' '),
      `${target}: EXPOSE is not TIMBRA_PORT and TIMBRA_OPERATOR_PORT`,
    );
    must(last(stage, 'VOLUME') === env['TIMBRA_DATA'], `${target}: VOLUME is not TIMBRA_DATA`);
    const modules = stage.all.filter(({ value }) => /--from=\S+ .*node_modules/.test(value));
    const from = /--from=(\S+)/.exec(modules.at(-1)?.value ?? '')?.[1] ?? '';
    const installs = stages.get(from)?.own.some(({ value }) => /npm ci .*--omit=dev/.test(value));
    must(installs === true, `${target}: node_modules come with what only development needs`);
  }
  return problems;
}

/** Sources of COPY (from the context) that .dockerignore, a list of exceptions from `*`, excludes. */
export function leftOut({ stages }: Dockerfile, ignore: string): string[] {
  const lines = ignore.split('\n').map((line) => line.trim());
  if (!lines.includes('*')) return ['.dockerignore lets in whatever is not named'];
  const allowed = lines
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\/$/, ''));
  return [...stages.values()]
    .flatMap(({ own }) => own)
    .filter(({ name, value }) => name === 'COPY' && !value.includes('--from='))
    .flatMap(({ value }) => value.split(/\s+/).slice(0, -1))
    .map((source) => source.replace(/^\.\//, '').replace(/\/$/, ''))
    .filter((source) => !allowed.some((path) => source === path || source.startsWith(`${path}/`)))
    .map((source) => `.dockerignore keeps out ${source}`);
}
