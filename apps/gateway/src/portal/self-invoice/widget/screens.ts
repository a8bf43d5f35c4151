/**
 * Draws the pages of the portal, as text: what they say comes from the portal (see WidgetAnswer). A function a page: of its view, what
 * was typed before, and what a form does.
 */
export const SCREENS = `const heading = (view) => [h('h2', { tabindex: '-1', part: 'title' }, view.title), view.lead && h('p', { class: 'lead' }, view.lead)];
const form = (submit, ...children) => h('form', { novalidate: true, part: 'form', onsubmit: (event) => {
  event.preventDefault();
  submit(event.currentTarget, event.submitter);
} }, ...children);
const screens = {
  ask: (view, typed, { find }) => [heading(view), alertOf(view.alert),
    form((own) => find(own.elements.namedItem('key').value),
      h('div', { class: 'grid one' }, fieldOf(view.field)),
      h('div', { class: 'send' }, button(view.find, { name: null })))],
  receipt: (view, typed, { send }) => {
    const made = form((own, by) => send(view, own, by),
      h('fieldset', null, h('legend', null, view.data), h('div', { class: 'grid' }, view.fields.map((one) => fieldOf(one, typed))),
        h('details', { class: 'uses' }, h('summary', null, view.usesTitle), h('dl', null, view.uses.map((use) =>
          h('div', null, h('dt', null, use.label), h('dd', null, use.meaning)))))),
      h('details', { open: view.more.open }, h('summary', null, view.more.title), h('p', { class: 'small' }, view.more.lead),
        view.more.removes.length > 0 && h('p', { class: 'removes' }, view.more.removes.map((one) =>
          [button(one.label, { class: 'plain', value: 'remove:' + one.key }), ' '])),
        h('div', { class: 'grid one' }, fieldOf(view.more.field)),
        h('p', null, button(view.more.add, { class: 'second', value: 'add' }))),
      h('div', { class: 'send' }, button(view.preview, { value: 'preview', 'data-busy': view.checking }), h('p', { class: 'small' }, view.nothingYet)));
    fitOptions(made);
    return [heading(view), alertOf(view.alert), view.sales.map(sale),
      view.sum && facts([{ ...view.sum, strong: true }], 'amounts sum'), made];
  },
  preview: (view, typed, { send }) => [heading(view), alertOf(view.alert),
    h('section', { class: 'sale', part: 'sale' }, h('h3', null, view.to), facts(view.receiver, 'facts')), sale(view.sale),
    form((own, by) => send(view, own, by),
      h('div', { class: 'send' }, button(view.issue, { value: 'issue', 'data-busy': view.issuing }), h('p', { class: 'small' }, view.final)),
      h('div', { class: 'otherwise' }, button(view.change, { value: 'edit' })))],
  pending: (view) => [h('section', { class: 'notice wait' }, h('div', { class: 'mark', 'aria-hidden': 'true' }), heading(view),
    view.paragraphs.map((text) => h('p', null, text)))],
  done: (view, typed, { send, restart, another }) => [h('section', { class: 'notice done' }, h('div', { class: 'mark', 'aria-hidden': 'true' }),
      h('h2', { tabindex: '-1', part: 'title' }, view.title), view.note && h('p', null, h('b', null, view.note)), h('p', null, view.lead)),
    facts(view.facts, 'facts'),
    h('p', { class: 'downloads' }, view.downloads.map((one) =>
      [h('a', { class: 'button', part: 'button', href: link(one.href), target: '_blank', rel: 'noopener', download: true },
        one.name, h('span', { class: 'hidden' }, ' ' + one.label)), ' '])),
    view.verifyUrl && h('p', { class: 'small center' }, h('a', { href: link(view.verifyUrl), target: '_blank', rel: 'noopener noreferrer' }, view.verify)),
    alertOf(view.alert),
    form((own, by) => send(view, own, by),
      h('fieldset', null, h('legend', null, view.mail), h('div', { class: 'grid one' }, fieldOf(view.field)),
        h('p', null, button(view.send, { class: 'second', value: 'mail', 'data-busy': view.sending })))),
    h('p', { class: 'otherwise' }, h('button', { type: 'button', onclick: restart }, another))],
  notice: (view, typed, { restart, another }) => [h('section', { class: 'notice stop' }, h('div', { class: 'mark', 'aria-hidden': 'true' }),
      h('h2', { tabindex: '-1', part: 'title' }, view.title), view.paragraphs.map((text) => h('p', null, text))),
    h('p', { class: 'otherwise' }, h('button', { type: 'button', onclick: restart }, another))],
};`;
