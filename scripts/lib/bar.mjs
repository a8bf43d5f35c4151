const WIDTH = 24;
const EVERY_MS = 60;

const share = (done, total) => (total > 0 ? done / total : 0);

/**
 * A bar that lives on the last line of a terminal; elsewhere one plain line for each thing that is begun.
 * `show(label, done, total)` draws it, `end()` leaves the line.
 */
export const progressBar = (stdout = process.stdout, what = 'rows') => {
  let shown;
  let drawnAt = 0;
  const draw = (label, done, total) => {
    const filled = Math.round(share(done, total) * WIDTH);
    const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled);
    const percent = String(Math.floor(share(done, total) * 100)).padStart(3);
    const text = total > 0 ? `[${bar}] ${percent}% ${label} (${done} of ${total} ${what})` : `... ${label}`;
    stdout.write(`\r\x1b[2K${text.slice(0, (stdout.columns || 80) - 1)}`);
  };
  return {
    show: (label, done, total) => {
      const isNew = label !== shown;
      shown = label;
      if (!stdout.isTTY) {
        if (isNew) stdout.write(`${label} ...\n`);
      } else if (isNew || done === total || Date.now() - drawnAt > EVERY_MS) {
        drawnAt = Date.now();
        draw(label, done, total);
      }
    },
    end: () => {
      if (stdout.isTTY && shown !== undefined) stdout.write('\r\x1b[2K');
      shown = undefined;
    },
  };
};
