// Runs before the first paint, so that nobody who chose dark sees a white flash. The key is MantineProvider's.
;(() => {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  function wish() {
    try {
      return localStorage.getItem('mantine-color-scheme-value')
    } catch {
      // A browser that forbids storage follows the system.
      return null
    }
  }

  function apply() {
    const dark = wish() === 'dark' || (wish() !== 'light' && systemIsDark.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }

  apply()
  systemIsDark.addEventListener('change', apply)
})()
