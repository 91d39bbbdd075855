/** Compares names for a list. The database does not sort names, because it would compare their bytes. */
export const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

/** The SQL of the name under which boards and hooks show the user `u`. */
export const shownName = "coalesce(nullif(u.display_name, ''), 'User')"
