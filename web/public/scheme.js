// Sets light or dark before the first paint, so that the page never flashes in the other.
(() => {
  let choice;
  try {
    choice = JSON.parse(localStorage.getItem('APP_SETTING') ?? '{}').appearance;
  } catch {
    // A browser that keeps nothing, or something spoiled, follows its system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
