// Runs before the first paint, so that nobody who chose dark sees a white flash. The key is MantineProvider's.
;(() => {
  let wish = 'auto'
  try {
    wish = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // A browser that forbids storage follows the system.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
