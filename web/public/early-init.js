// Runs before the page's own code: sets the colour scheme and theme for the first paint, and starts the first requests.
(() => {
  const page = document.documentElement;
  const { hostname, pathname } = location;
  const isPublicPath = /^\/(login|forgot-password|resetPassword)(\/|$)/.test(pathname);
  let settings = {};
  let session = null;
  try {
    settings = JSON.parse(localStorage.getItem('APP_SETTING')) ?? {};
    session = localStorage.getItem('SESSION');
  } catch {
    // Without storage, or with invalid content, the system's colour scheme and the default theme apply.
  }

  const request = (path, name, value) => {
    const response = fetch(`${path}?${name}=${encodeURIComponent(value)}`, { headers: { Accept: 'application/json' } });
    response.catch(() => undefined);
    return response;
  };
  window.prefetched = { theme: request('/node-management/node-theme', 'host', hostname) };
  if (isPublicPath) {
    window.prefetched.domains = request('/node-management/domain', 'subDomain', hostname.split('.')[0]);
  }

  const isDark =
    settings.appearance === 'dark' ||
    (settings.appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  if (typeof settings.look === 'string') {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(settings.look);
    document.adoptedStyleSheets.push(styleSheet);
  }
  const position = settings.theme?.loginBoxPosition;
  if (position) Object.assign(page.dataset, { landscape: position.landscape, portrait: position.portrait });

  // The static sign-in form is shown at once only to signed-out visitors; any other page stays hidden until its code runs.
  if (session || !/^\/login\/?$/.test(pathname)) page.dataset.undecided = '';
  // The static texts are English; they are hidden for other languages until the phrases are loaded.
  if (!/^en\b/.test(settings.language ?? navigator.language)) page.dataset.untranslated = '';
  document.addEventListener('submit', () => (window.prefetched.sent = true), { once: true });
})();
