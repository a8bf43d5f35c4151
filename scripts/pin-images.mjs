// npm run pin-images               asks registries what the tags of foreign images stand for, and says what differs
// npm run pin-images -- --write    the same, and writes the digests down
// npm run pin-images -- OVERLAY    fails where an image of deploy/kubernetes/overlays/OVERLAY has no digest; asks nobody
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, renderer } from './lib/manifests.mjs';
import { root } from './lib/install.mjs';
import { digestOf, parseImage } from './lib/registry.mjs';

const IMAGE = /(?<=\bimage: |NODE_IMAGE=)[\w./-]+:[\w.-]+(?:@sha256:[0-9a-f]{64})?(?=\s)/g;

const files = () => [
  'docker-compose.yml',
  'deploy/Dockerfile',
  ...readdirSync(join(root, 'deploy/kubernetes'), { recursive: true })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `deploy/kubernetes/${name}`),
];

/** Asks for each image once, and writes where it is asked to. */
const renew = async (write) => {
  const texts = new Map(files().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const images = new Set([...texts.values()].flatMap((text) => text.match(IMAGE) ?? []));
  let changed = 0;
  for (const image of [...images].sort()) {
    const { digest } = parseImage(image);
    const now = await digestOf(image);
    if (now === digest) {
      console.log(`same     ${image}`);
      continue;
    }
    changed += 1;
    const pinned = `${image.split('@')[0]}@${now}`;
    console.log(`${digest === undefined ? 'new     ' : 'changed '} ${pinned}`);
    if (!write) continue;
    for (const [file, text] of texts)
      texts.set(file, text.replaceAll(new RegExp(`${escaped(image)}(?=\\s)`, 'g'), pinned));
  }
  if (write) for (const [file, text] of texts) writeFileSync(join(root, file), text);
  else if (changed > 0) process.exitCode = 1;
};

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** For a pipeline: what reaches the cluster is what was tested. */
const check = (overlay) => {
  if (renderer === undefined) throw new Error('neither kubectl nor kustomize is here to render the overlay');
  const images = [
    ...new Set([...render(overlay).matchAll(/^\s*(?:- )?image: (\S+)$/gm)].map(([, image]) => image)),
  ];
  const loose = images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
  for (const image of loose)
    console.error(`${image} has no digest: kustomize edit set image NAME=...@sha256:...`);
  console.log(`${overlay}: ${images.length} images, ${loose.length} without a digest`);
  if (loose.length > 0 || images.length === 0) process.exitCode = 1;
};

const [argument] = process.argv.slice(2);
try {
  if (argument === undefined || argument === '--write') await renew(argument === '--write');
  else check(argument);
} catch (error) {
  console.error(
    error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause.message})` : ''}` : error,
  );
  process.exitCode = 1;
}
