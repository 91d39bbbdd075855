/** Compares two names of a sorted list. The database cannot sort names in this way: it compares their bytes. */
export const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

/** An SQL expression: the name under which boards and hooks show the user `u`. */
export const shownName = "coalesce(nullif(u.display_name, ''), 'User')"
