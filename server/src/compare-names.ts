/** Compares names for a list. The database does not sort names, because it would compare their bytes. */
export const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare
