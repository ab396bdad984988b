// What cannot wait for a page's own code: the light and look of its first paint, and questions whose answers it needs at once.
(() => {
  const page = document.documentElement;
  const { hostname, pathname } = location;
  const outside = /^\/(login|forgot-password|resetPassword)(\/|$)/.test(pathname);
  let kept = {};
  let session = null;
  try {
    kept = JSON.parse(localStorage.getItem('APP_SETTING')) ?? {};
    session = localStorage.getItem('SESSION');
  } catch {
    // A browser that keeps nothing, or something spoiled, follows its system and the usual look.
  }

  const ask = (path, name, value) => {
    const answer = fetch(`${path}?${name}=${encodeURIComponent(value)}`, { headers: { Accept: 'application/json' } });
    answer.catch(() => undefined);
    return answer;
  };
  window.askedAhead = { theme: ask('/node-management/node-theme', 'host', hostname) };
  if (outside) window.askedAhead.domains = ask('/node-management/domain', 'subDomain', hostname.split('.')[0]);

  const dark =
    kept.appearance === 'dark' || (kept.appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (typeof kept.look === 'string') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(kept.look);
    document.adoptedStyleSheets.push(sheet);
  }
  const place = kept.theme?.loginBoxPosition;
  if (place) Object.assign(page.dataset, { landscape: place.landscape, portrait: place.portrait });

  // The sign-in form is for whoever is not signed in and reads English, until the page's own code knows more.
  if (session || !/^\/login\/?$/.test(pathname)) page.dataset.undecided = '';
  if (!/^en\b/.test(kept.language ?? navigator.language)) page.dataset.wordless = '';
  document.addEventListener('submit', () => (window.askedAhead.sent = true), { once: true });
})();
