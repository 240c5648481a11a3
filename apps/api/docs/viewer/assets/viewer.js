// Shows the description of the interface with Swagger UI, from where the page came from and nowhere else.
(async () => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  const { root } = document.body.dataset;
  const waitMs = 20_000;
  const answered = await fetch(`${root}/openapi.json`, { signal: AbortSignal.timeout(waitMs) });
  let description = await answered.json();
  // A page may call only where it came from, whatever name of this machine its reader used.
  const own = `${location.origin}${root}`;
  description = window.knownValues.replaceIn({ ...description, servers: [] }, [
    [(description.servers?.[0]?.url ?? own).replace(/\/$/, ''), own],
    // An address registers once.
    ['ada@example.com', `ada.${Math.random().toString(36).slice(2, 8)}@example.com`],
  ]);
  description.servers = [{ url: root || '/' }];

  window.mendParts(document.querySelector('#viewer'));
  let isShown = true;
  const learn = (method, path, status, body) => {
    const learned = window.knownValues.learnFrom(description, method, path, status, body);
    if (learned.size === 0) return;
    description = window.knownValues.replaceIn(description, learned);
    isShown = false;
    document.body.dataset.known = [...learned.values(), document.body.dataset.known ?? ''].join(' ').slice(0, 4_000);
  };

  /** What the credential can name is asked for at once: an account and its board are what a pin needs. */
  async function lookAround(headers) {
    const ask = async (path, query = '') => {
      const response = await fetch(`${root}${path}${query}`, { headers, signal: AbortSignal.timeout(waitMs) });
      if (!response.ok) return null;
      const body = await response.json();
      learn('GET', path, 200, body);
      return body;
    };
    const accounts = await ask('/v1/platform/accounts');
    const able = accounts?.find(({ reconnect_required, revoked_at }) => !reconnect_required && !revoked_at);
    if (able) await ask('/v1/platform/boards', `?account_id=${able.id}`);
    await ask('/v1/pins', '?limit=1');
  }

  const headersOf = ({ bearer, 'X-API-Key': key }) =>
    key ? { 'X-API-Key': key.value } : bearer ? { Authorization: `Bearer ${bearer.value}` } : null;

  /** Shows what was learned when the next operation is opened: before, it would take the answer away that is being read. */
  const showBefore = (original) => (thing, isOpened) => {
    if (isOpened && !isShown) {
      isShown = true;
      ui.specActions.updateJsonSpec(description);
    }
    return original(thing, isOpened);
  };

  const followReader = {
    statePlugins: {
      layout: { wrapActions: { show: showBefore } },
      auth: {
        wrapActions: {
          authorize: (original) => (payload) => {
            const done = original(payload);
            const headers = headersOf(payload);
            if (headers) lookAround(headers).catch(() => undefined);
            return done;
          },
        },
      },
    },
  };

  const ui = window.SwaggerUIBundle({
    spec: description,
    dom_id: '#viewer',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: false,
    displayRequestDuration: true,
    showExtensions: false,
    validatorUrl: null,
    plugins: [
      window.codeSamples((method, path) => description.paths[path]?.[method]?.['x-codeSamples']),
      window.plainParts,
      window.plainReferences,
      followReader,
    ],
    responseInterceptor: (response) => {
      if (!response.ok || typeof response.body !== 'object' || response.body === null) return response;
      const path = new URL(response.url, location.href).pathname.slice(root.length);
      const method = response.method ?? lastMethod;
      // After the page has taken the answer.
      setTimeout(() => {
        learn(method, path, response.status, response.body);
        if (typeof response.body.access_token === 'string' && path.startsWith('/v1/')) signIn(response.body.access_token);
      });
      return response;
    },
    requestInterceptor: (request) => {
      lastMethod = request.method ?? 'GET';
      return request;
    },
  });
  let lastMethod = 'GET';

  /** Whoever registers, logs in or switches on this page is signed in on it. */
  function signIn(token) {
    ui.authActions.authorize({ bearer: { name: 'bearer', schema: { type: 'http', scheme: 'bearer' }, value: token } });
  }
})().catch((error) => {
  document.querySelector('#viewer').textContent = `The description cannot be shown: ${error.message}`;
});
