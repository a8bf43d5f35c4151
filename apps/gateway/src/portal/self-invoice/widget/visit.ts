/**
 * Leads a customer through the portal, as text: asks for pages, draws them one after the other, and loses nothing that was typed where an
 * answer fails to come: what passes is said above the page that is there, and a receipt that is closed has a page of its own. The first
 * page does not take the focus from the shop's. The same form sent again asks for the same invoice: it carries the attempt.
 */
export const VISIT = `const state = { key: script.dataset.key || '', answer: null, typed: {}, busy: false, issuing: false, timer: 0 };
const fetchPage = async (query, body) => {
  const address = new URL('widget.json', base);
  address.search = new URLSearchParams({ lang: language, ...query });
  const response = await fetch(address, {
    method: body ? 'POST' : 'GET', mode: 'cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(AbortSignal.timeout && { signal: AbortSignal.timeout(60000) }),
  });
  const answer = await response.json();
  if (!screens[answer.screen]) throw new Error('no page');
  return { ...answer, status: response.status };
};
const focusOn = (element) => element && element.focus();
const complain = (alert, retry) => {
  for (const old of main.querySelectorAll('.alert')) old.remove();
  const shown = alertOf(alert, !state.answer && h('p', null, h('button', { type: 'button', class: 'plain', part: 'button', onclick: retry }, TEXTS.retry)));
  const place = main.querySelector('form');
  if (place) place.before(shown);
  else main.replaceChildren(shown);
  focusOn(shown);
};
const setBusy = (busy, by) => {
  state.busy = busy;
  main.setAttribute('aria-busy', String(busy));
  for (const one of main.querySelectorAll('button')) one.disabled = busy;
  const words = by && by.dataset.busy;
  if (words) by.textContent = busy ? words : by.dataset.label;
  said.textContent = (busy && words) || '';
};
const draw = (answer) => {
  const isFirst = !state.answer;
  const wasPending = !isFirst && state.answer.screen === 'pending' && answer.screen === 'pending';
  state.answer = answer;
  clearTimeout(state.timer);
  if (answer.wait) state.timer = setTimeout(() => {
    const { seconds, ...again } = answer.wait;
    visit({ key: state.key, ...again });
  }, answer.wait.seconds * 1000);
  if (wasPending) return;
  for (const [name, colour] of Object.entries(answer.brand))
    if (/^#[0-9a-f]{6}$/i.test(colour)) colours[name] = colour;
  brand.replaceSync(':host{--brand-accent:' + colours.accent + ';--brand-on-accent:' + colours.onAccent + ';--brand-ink:' + colours.ink + '}');
  test.replaceChildren(...(answer.test ? [h('p', { class: 'test' }, h('b', null, answer.test.title), ' ' + answer.test.detail)] : []));
  support.replaceChildren(...(answer.support ? [h('footer', null, answer.support.text + ' ',
    h('a', { href: 'mailto:' + encodeURIComponent(answer.support.email).replace('%40', '@') }, answer.support.email))] : []));
  main.replaceChildren(...screens[answer.screen](answer.view, state.typed, { find, send, restart, another: answer.another }).flat(2).filter(Boolean));
  main.dataset.screen = answer.screen;
  if (!isFirst) focusOn(main.querySelector('.alert') || main.querySelector('h2'));
  const emit = (name, detail) => host.dispatchEvent(new CustomEvent('timbra:' + name, { bubbles: true, composed: true, detail }));
  emit('screen', { screen: answer.screen });
  if (answer.screen === 'done') {
    if (state.issuing) emit('invoiced', { ...answer.view.invoice });
    state.issuing = false;
    state.typed = {};
  }
};
const waits = () => state.answer && state.answer.wait;
const later = (query) => { state.timer = setTimeout(() => visit(query), waits().seconds * 2000); };
const visit = async (query, body, by) => {
  if (state.busy) return;
  setBusy(true, by);
  try {
    const answer = await fetchPage(query, body);
    setBusy(false, by);
    const passes = answer.screen === 'notice' && ![404, 409, 410].includes(answer.status);
    if (passes && waits()) return later(query);
    if (passes && state.answer) return complain({ title: answer.view.title, text: answer.view.paragraphs.join(' ') });
    draw(answer);
  } catch (error) {
    setBusy(false, by);
    if (waits()) return later(query);
    complain(navigator.onLine === false || error instanceof TypeError ? TEXTS.offline : TEXTS.failed, () => visit(query, body));
  }
};
const find = (key) => {
  state.key = key;
  visit({ key });
};
const restart = () => {
  Object.assign(state, { key: '', typed: {}, issuing: false });
  visit({});
};
const send = (view, form, by) => {
  if (state.busy) return;
  const shown = by && by.value ? by : form.querySelector('.send button');
  if (shown && shown.dataset.busy) shown.dataset.label = shown.dataset.label || shown.textContent;
  const typed = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
  const step = (by && by.value) || '';
  if (step === 'issue') state.issuing = true;
  else if (step !== 'mail') Object.assign(state.typed, typed, { key: '' });
  const hidden = Object.fromEntries((view.hidden || []).map((one) => [one.name, one.value]));
  visit({ key: state.key }, { ...hidden, ...typed, step }, shown);
};`;
