import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

export const OVERLAYS = ['trial', 'production'];

/** Both work on files alone, and ask no cluster. */
const TOOLS = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
];

/** The tool that renders manifests on this machine; undefined: there is none. */
export const renderer = TOOLS.find(
  ([program]) => spawnSync(program, ['--help'], { stdio: 'ignore' }).status === 0,
);

/**
 * The manifests of an overlay of deploy/kubernetes as a cluster would get them, with secrets made for them. `change` may change the copy that they are rendered from.
 */
export const render = (overlay, change = () => undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'timbra-manifests-'));
  try {
    cpSync(join(root, 'deploy/kubernetes'), folder, { recursive: true });
    const secrets = join(folder, 'overlays/trial/secrets');
    rmSync(secrets, { recursive: true, force: true });
    const made = spawnSync(process.execPath, [join(root, 'deploy/secrets.mjs'), 'kubernetes', secrets]);
    if (made.status !== 0) throw new Error(`no secrets: ${made.stderr}`);
    change(folder);
    const [program, command] = renderer;
    const { status, stdout, stderr } = spawnSync(program, [command, join(folder, 'overlays', overlay)], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(`${overlay} can't be rendered: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
