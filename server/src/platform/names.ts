/** Ignores case and accents. Compares numbers in names by their value, so 'Hut 2' comes before 'Hut 10'. */
export const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

/** This SQL expression is the name under which boards and hooks show the user `u`. */
export const shownName = "coalesce(nullif(u.display_name, ''), 'User')"
