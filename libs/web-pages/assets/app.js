// The pages work without this: it takes tokens out of the address bar and spares some clicks.
(() => {
  const here = new URL(window.location.href);
  if (here.searchParams.has('token')) window.history.replaceState(null, '', here.pathname);

  for (const form of document.forms) {
    let isSent = false;
    form.addEventListener('submit', (event) => {
      // A second click would be answered that the link is used.
      if (isSent) event.preventDefault();
      isSent = true;
      for (const button of form.querySelectorAll('button:not([type])')) button.setAttribute('aria-disabled', 'true');
    });
    window.addEventListener('pageshow', (event) => {
      if (!event.persisted) return;
      isSent = false;
      for (const button of form.querySelectorAll('button:not([type])')) button.removeAttribute('aria-disabled');
    });
    if ('sendAtOnce' in form.dataset) form.requestSubmit();
  }

  const buttonAfter = (field, text, onClick) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'beside';
    button.textContent = text;
    button.addEventListener('click', () => onClick(button));
    field.after(button);
  };

  for (const field of document.querySelectorAll('input[type=password]')) {
    buttonAfter(field, 'Show password', (button) => {
      const isShown = field.type === 'text';
      field.type = isShown ? 'password' : 'text';
      button.textContent = isShown ? 'Show password' : 'Hide password';
    });
  }

  const canCopy = navigator.clipboard !== undefined;
  for (const field of document.querySelectorAll('textarea[readonly]')) {
    const said = document.createElement('span');
    said.setAttribute('role', 'status');
    field.after(said);
    if (canCopy) {
      buttonAfter(field, 'Copy', async () => {
        await navigator.clipboard.writeText(field.value).then(
          () => (said.textContent = 'Copied'),
          () => (said.textContent = 'Not copied: select the text instead'),
        );
      });
    }
  }
})();
