/**
 * Makes elements, as text: no markup is ever made of a value. An attribute that is null or false is left out, `true` has no value,
 * and `on…` listens.
 */
export const ELEMENTS = `const h = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== ''));
  return element;
};
const link = (address) => /^(https?|mailto):/.test(new URL(address, base).protocol) ? new URL(address, base).href : null;
const control = (field, value) => {
  const common = {
    id: field.id, name: field.name, part: 'input', 'aria-required': field.required && 'true',
    'aria-invalid': field.error && 'true', 'aria-describedby': field.described,
  };
  if (!field.select) return h('input', {
    ...common, type: field.type, value, maxlength: field.max, autocomplete: field.autocomplete, inputmode: field.inputmode,
    'data-upper': field.upper, autocapitalize: field.upper && 'characters', spellcheck: field.upper && 'false',
  });
  const option = (one) => h('option', { value: one.value, 'data-fisica': one.fisica, 'data-moral': one.moral }, one.label);
  const select = h('select', common, h('option', { value: '' }, field.select.empty),
    field.select.groups.map((group) => h('optgroup', { label: group.label, 'data-person': group.person }, group.options.map(option))),
    field.select.options.map(option));
  const all = [...field.select.groups.flatMap((group) => group.options), ...field.select.options];
  select.value = (all.find((one) => one.selected) || { value }).value;
  if (select.selectedIndex < 0) select.value = '';
  return select;
};
const fieldOf = (field, typed) => h('div', { class: 'field' + (field.wide ? ' wide' : '') + (field.error ? ' wrong' : ''), part: 'field' },
  h('label', { for: field.id, part: 'label' }, field.label, !field.required && h('span', { class: 'optional' }, ' ' + field.optional)),
  control(field, field.value || (typed && typed[field.name]) || ''),
  field.error && h('p', { class: 'error', id: field.id + '-error', part: 'error' }, field.error),
  field.hint && h('p', { class: 'hint', id: field.id + '-hint', part: 'hint' }, field.hint));
const button = (label, attributes) => h('button', { type: 'submit', name: 'step', part: 'button', ...attributes }, label);
const facts = (rows, kind) => h('dl', { class: kind }, rows.map((row) =>
  h('div', { class: row.strong && 'strong' }, h('dt', null, row.name), h('dd', null, row.value))));
const sale = (view) => h('section', { class: 'sale', part: 'sale' }, h('h3', null, view.title),
  view.facts.length > 0 && facts(view.facts, 'facts'),
  view.lines.length > 0 && h('table', null,
    h('thead', null, h('tr', null, [view.heads.quantity, view.heads.what, view.heads.amount].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', null, view.lines.map((line) => h('tr', null, [line.quantity, line.what, line.amount].map((cell) => h('td', null, cell)))))),
  view.rest && h('p', { class: 'small' }, view.rest),
  facts(view.amounts, 'amounts'));
const alertOf = (alert, more) => alert && h('div', { class: 'alert', role: 'alert', tabindex: '-1', part: 'alert' }, h('h3', null, alert.title),
  alert.text && h('p', { class: 'lead' }, alert.text),
  alert.links && alert.links.length > 0 && h('ul', null, alert.links.map((one) => h('li', null,
    h('a', { href: '#' + one.id, onclick: (event) => {
      event.preventDefault();
      const field = root.getElementById(one.id);
      const details = field.closest('details');
      if (details) details.open = true;
      field.focus();
    } }, one.label), ': ' + one.error))), more);`;
