const FRAMES = ['-', '\\', '|', '/'];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Shows that something takes time while `action` runs: a line that lives on a terminal, plain lines elsewhere.
 * Gives what the action gives. `out`: the stream, for programs whose standard output somebody reads.
 */
export const withProgress = async (label, action, out = process.stdout) => {
  const since = Date.now();
  if (!out.isTTY) {
    out.write(`${label} ...\n`);
    const result = await action();
    out.write(`${label}: done in ${seconds(since)}\n`);
    return result;
  }
  let frame = 0;
  const draw = (mark) => out.write(`\r\x1b[2K${mark} ${label} (${seconds(since)})`);
  const timer = setInterval(() => draw(FRAMES[frame++ % FRAMES.length]), 120);
  draw(FRAMES[0]);
  let mark = 'x';
  try {
    const result = await action();
    mark = '+';
    return result;
  } finally {
    clearInterval(timer);
    draw(mark);
    out.write('\n');
  }
};
