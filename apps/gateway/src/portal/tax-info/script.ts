/**
 * Regimes and uses that fit the RFC: of a form on a page, and of the widget's. A function of the form, as text.
 */
export const fitOptions = `const fitOptions = (form) => {
  const rfc = form.elements.namedItem('tax_id');
  const regime = form.elements.namedItem('tax_system');
  const use = form.elements.namedItem('default_invoice_use') || form.elements.namedItem('use');
  if (rfc && regime && use) {
    const groups = [...regime.querySelectorAll('optgroup')];
    const uses = [...use.querySelectorAll('option')];
    const narrow = () => {
      const person = { 12: 'moral', 13: 'fisica' }[rfc.value.trim().length];
      const chosen = regime.value;
      for (const group of groups) group.remove();
      regime.append(...groups.filter((group) => !person || group.dataset.person === person));
      regime.value = chosen;
      if (regime.selectedIndex < 0) regime.value = '';
      const before = use.value;
      const fits = (option) =>
        !option.value || !person || !regime.value || (option.dataset[person] || '').split(' ').includes(regime.value);
      use.replaceChildren(...uses.filter(fits));
      use.value = before;
      if (use.selectedIndex < 0) use.value = '';
    };
    rfc.addEventListener('input', narrow);
    regime.addEventListener('change', narrow);
    narrow();
  }
};`;

/**
 * Comfort for the form, which works without it: regimes and uses that fit the RFC, one submit at a time, and
 * what is wrong in sight. It reads nothing but the form.
 */
export const script = `(() => {
  ${fitOptions}
  const form = document.querySelector('form');
  if (!form) return;
  fitOptions(form);
  const alert = document.querySelector('.alert');
  if (alert) {
    for (const details of document.querySelectorAll('details')) if (details.querySelector('.wrong')) details.open = true;
    alert.focus();
  }
  const button = form.querySelector('[data-busy]');
  if (!button) return;
  const label = button.textContent;
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter && submitter !== button && submitter.name) return;
    setTimeout(() => {
      button.disabled = true;
      button.textContent = button.dataset.busy;
    });
  });
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = label;
  });
})();`;
