const rules = new Intl.PluralRules('ar')
const forms = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Returns a counted noun in one of the six plural forms of Arabic. The first three forms need no number. */
export function counted(count: number, words: string[]): string {
  const form = forms.indexOf(rules.select(count))
  return form < 3 ? `${words[form]}` : `${count} ${words[form]}`
}
