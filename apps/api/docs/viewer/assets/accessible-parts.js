// Gives what Swagger UI (5.32) shows names and levels that a screen reader and a keyboard need. It has no option for these.
(() => {
  const fixed = [
    ['.information-container', { role: 'region', 'aria-label': 'About' }],
    ['.scheme-container', { role: 'region', 'aria-label': 'Credentials' }],
    ['.filter-container', { role: 'search' }],
    ['.info .title', { role: 'heading', 'aria-level': '1' }],
    ['h3.opblock-tag', { role: 'heading', 'aria-level': '2' }],
    ['.models > h4', { role: 'heading', 'aria-level': '2' }],
    ['.opblock-body h4', { role: 'heading', 'aria-level': '3' }],
    ['.opblock-body h5', { role: 'heading', 'aria-level': '4' }],
    ['.operation-filter-input', { 'aria-label': 'Filter by tag' }],
    ['.examples-select-element', { 'aria-label': 'Example' }],
    ['.content-type', { 'aria-label': 'Media type' }],
    ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Credentials' }],
    ['.modal-ux h3', { role: 'heading', 'aria-level': '2' }],
    ['.modal-ux h4', { role: 'heading', 'aria-level': '3' }],
    ['.modal-ux h6', { role: 'heading', 'aria-level': '4' }],
    ['.close-modal', { 'aria-label': 'Close' }],
    // Their names are what is written on them.
    ['.auth-btn-wrapper .authorize', { 'aria-label': null }],
    ['.highlight-code pre, .curl-command pre, .response-col_description pre', { tabindex: '0' }],
  ];
  const named = [
    [
      '[data-param-name] select, [data-param-name] textarea, [data-param-name] input',
      (each) => each.closest('[data-param-name]').dataset.paramName,
    ],
    ['.body-param__text', () => 'Request body'],
    [
      '.opblock table.responses-table, .opblock table.live-responses-table',
      (each) => {
        const [method, path] = ['.opblock-summary-method', '.opblock-summary-path'].map(
          (part) => each.closest('.opblock').querySelector(part)?.textContent ?? '',
        );
        return `${each.matches('.live-responses-table') ? 'Response' : 'Responses'} of ${method} ${path}`;
      },
    ],
  ];

  function mend(root) {
    const set = (each, name, value) => {
      if (value === null) each.removeAttribute(name);
      else if (each.getAttribute(name) !== value) each.setAttribute(name, value);
    };
    for (const [selector, attributes] of fixed)
      for (const each of root.querySelectorAll(selector)) for (const [name, value] of Object.entries(attributes)) set(each, name, value);
    for (const [selector, nameOf] of named) for (const each of root.querySelectorAll(selector)) set(each, 'aria-label', nameOf(each));
  }

  /** Mends what is shown, whenever something else is. */
  window.mendParts = (root) => {
    let isAsked = false;
    new MutationObserver(() => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        mend(root);
      });
    }).observe(root, { childList: true, subtree: true });
  };

  /** Leaves out the only server, of which there is no choice, and the link within the button that opens an operation. */
  window.plainParts = ({ React }) => ({
    wrapComponents: {
      ServersContainer: () => () => null,
      DeepLink:
        () =>
        ({ text }) =>
          React.createElement('span', null, text),
    },
  });
})();
