// Asks for the portal's look and domains while the sign-in page itself still loads; the page takes the answers up.
(() => {
  const ask = (path, name, value) => {
    const answer = fetch(`${path}?${name}=${encodeURIComponent(value)}`, { headers: { Accept: 'application/json' } });
    answer.catch(() => undefined);
    return answer;
  };
  const { hostname } = location;
  window.askedAhead = {
    theme: ask('/node-management/node-theme', 'host', hostname),
    domains: ask('/node-management/domain', 'subDomain', hostname.split('.')[0]),
  };
})();
