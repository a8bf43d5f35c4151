/** The pages' style sheet. */
export const css = `
:root { --ink: #111827; --muted: #5b6472; --line: #e3e6eb; --page: #f5f6f8; --accent: #1f4b99; --tint: #eef3fb; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid #9dbbee; outline-offset: 2px; }
.bar { background: #fff; border-bottom: 1px solid var(--line); }
.bar > div, main { max-width: 960px; margin: 0 auto; padding: 0 20px; }
.bar > div { display: flex; align-items: center; gap: 12px; min-height: 60px; flex-wrap: wrap; padding-top: 8px; padding-bottom: 8px; }
.bar strong { font-size: 17px; }
.bar .who { color: var(--muted); overflow-wrap: anywhere; min-width: 0; flex: 1; }
.badge { background: var(--tint); color: var(--accent); border-radius: 999px; padding: 2px 10px; font-size: 13px; font-weight: 600; }
main { padding-top: 24px; padding-bottom: 40px; }
button, .button { font: inherit; font-weight: 600; border: 1px solid var(--line); background: #fff; color: var(--ink); border-radius: 8px; padding: 7px 14px; cursor: pointer; text-decoration: none; display: inline-block; }
button:hover, .button:hover { border-color: #c3cad5; }
.primary { background: var(--accent); border-color: var(--accent); color: #fff; width: 100%; padding: 11px 14px; }
.panel { background: #fff; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.muted { color: var(--muted); }
.login { max-width: 440px; margin: 8vh auto 0; padding: 28px; }
.login h1 { margin: 0 0 8px; font-size: 22px; }
.login p { margin: 0 0 18px; }
.login label { display: block; font-weight: 600; margin-bottom: 6px; }
.login input { width: 100%; font: inherit; padding: 10px 12px; border: 1px solid #b6beca; border-radius: 8px; }
.login .hint { font-size: 13px; margin: 6px 0 18px; }
.login .wrong { color: #b42318; margin: 12px 0 0; }
.empty { padding: 56px 24px; text-align: center; }
.empty p { margin: 0 0 6px; }
.mails { list-style: none; margin: 0; padding: 0; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: minmax(0, 220px) minmax(0, 1fr) auto; gap: 4px 18px; padding: 13px 18px; color: inherit; text-decoration: none; align-items: baseline; }
.mails a:hover { background: var(--tint); }
.mails .to { color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails .subject { font-weight: 600; overflow-wrap: anywhere; }
.mails .when { color: var(--muted); font-size: 13px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.pages { display: flex; justify-content: space-between; margin-top: 16px; gap: 12px; }
.head { padding: 20px 22px; border-bottom: 1px solid var(--line); }
.head h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
.head dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 14px; margin: 0; font-size: 14px; }
.head dt { color: var(--muted); }
.head dd { margin: 0; overflow-wrap: anywhere; }
.files { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 0; padding: 0; list-style: none; }
.files a { display: block; border: 1px solid var(--line); border-radius: 8px; padding: 6px 12px; text-decoration: none; font-size: 14px; overflow-wrap: anywhere; }
.files a:hover { border-color: var(--accent); }
.files small { color: var(--muted); white-space: nowrap; }
.tabs { display: flex; gap: 4px; padding: 10px 22px; border-bottom: 1px solid var(--line); align-items: center; flex-wrap: wrap; }
.tabs a { padding: 4px 12px; border-radius: 6px; text-decoration: none; font-weight: 600; color: var(--muted); }
.tabs a[aria-current] { background: var(--tint); color: var(--accent); }
.tabs .source { margin-left: auto; font-weight: 400; }
iframe { display: block; width: 100%; height: 820px; border: 0; background: #f3f4f6; }
pre { margin: 0; padding: 22px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.back { display: inline-block; margin-bottom: 14px; text-decoration: none; font-weight: 600; }
@media (max-width: 640px) {
  .bar > div, main { padding-left: 14px; padding-right: 14px; }
  main { padding-top: 16px; }
  .mails a { grid-template-columns: minmax(0, 1fr) auto; padding: 12px 14px; }
  .mails .subject { grid-row: 1; grid-column: 1 / -1; }
  .head, .tabs { padding-left: 16px; padding-right: 16px; }
  .tabs .source { margin-left: 0; width: 100%; padding-left: 0; }
  .login { margin-top: 3vh; padding: 22px; }
  .bar .who { flex-basis: 100%; order: 3; }
  #close { margin-left: auto; }
  iframe { height: 1040px; }
}
`;

/**
 * The pages' script: opens a session with the key that was typed, or that the start banner's link has behind its
 * `#`, which browsers don't send to anybody; it is taken out of the address at once.
 */
export const script = `
const form = document.querySelector('#login');
const wrong = document.querySelector('#wrong');
const opening = async (key) => {
  const headers = { authorization: 'Bearer ' + key };
  const answer = await fetch('/mailbox/session', { method: 'POST', headers, credentials: 'same-origin' });
  if (answer.ok) return location.replace('/mailbox');
  wrong.hidden = false;
};
const openByAddress = () => {
  const given = location.hash.slice(1);
  if (!given) return;
  history.replaceState(null, '', location.pathname + location.search);
  if (form) opening(given);
};
openByAddress();
window.addEventListener('hashchange', openByAddress);
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  wrong.hidden = true;
  opening(new FormData(form).get('key').trim());
});
document.querySelector('#close')?.addEventListener('click', async () => {
  await fetch('/mailbox/session', { method: 'DELETE', credentials: 'same-origin' });
  location.replace('/mailbox');
});
`;
